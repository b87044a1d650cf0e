-- Where in a recording people say their names. How they sound is measured only while its voices are told apart.
alter table audio_assets add column introductions jsonb not null default '[]';
