-- What a recording was merged from: tracks of one evening, or its parts (D4).
alter table audio_assets add column tracks jsonb not null default '[]';
