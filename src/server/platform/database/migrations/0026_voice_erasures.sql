-- Voices of sessions that were erased: what was erased, and whether the recording is silent there yet. `spans` are the
-- seconds in which the speaker was heard. What they said is nowhere.
create table voice_erasures (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  -- Of the recording to silence; null: there was none, or one that the transcript was not made of.
  upload_id uuid,
  speaker_id text not null,
  label text not null,
  line_count integer not null,
  seconds double precision not null,
  spans jsonb not null,
  sound text not null check (sound in ('none', 'untouched', 'silencing', 'silenced', 'failed')),
  erased_at timestamptz(3) not null
);
create index voice_erasures_session on voice_erasures (session_id, erased_at desc);
create index voice_erasures_upload on voice_erasures (upload_id) where sound in ('silencing', 'failed');
-- How many lines fewer a transcript has than came, apart from edits.
alter table transcripts add column erased_count integer not null default 0;
