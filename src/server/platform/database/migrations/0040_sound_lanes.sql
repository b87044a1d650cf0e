-- Loudness and loud moments of a recording, made with its playback.
alter table playbacks add column lanes jsonb;
