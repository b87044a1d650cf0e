-- What the user decided about a zip or several files, and what we found in the recording.
alter table uploads
  add column arrangement text,
  add column without jsonb not null default '[]';
alter table audio_assets add column account jsonb;
