-- A recording that its user wanted analyzed while the server could not transcribe.
alter table audio_assets add column waits_to_be_heard boolean not null default false;
create index audio_assets_waiting on audio_assets (session_id) where waits_to_be_heard;
