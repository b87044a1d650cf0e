-- Moments that the game master marked while recording.
alter table audio_assets add column marks jsonb not null default '[]';
