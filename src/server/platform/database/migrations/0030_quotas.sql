-- What counts towards the storage of a user.
create index audio_assets_kept on audio_assets (session_id) where deleted_at is null;
