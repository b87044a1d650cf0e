-- The type as which browsers play a recording itself, while its playback is being made; null if they cannot.
alter table audio_assets add column plays_as text;
