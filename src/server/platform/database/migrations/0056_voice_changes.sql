-- Who speaks when for other numbers of people, and what the last change of the voices of a transcript replaced.
create table voice_changes (
  transcript_id uuid primary key references transcripts (id) on delete cascade,
  groupings jsonb not null,
  before jsonb
);
