-- Lines of a transcript that people changed, split, joined or deleted, with the rows before and after, so that an undo
-- restores them to the byte. The second part of a split line stands between whole ordinals.
alter table segments alter column ordinal type double precision;
alter table segments add column joined_ids jsonb;

create table transcript_edits (
  id uuid primary key,
  transcript_id uuid not null references transcripts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('changed', 'split', 'joined', 'deleted')),
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz(3) not null,
  undone_at timestamptz(3)
);
create index transcript_edits_transcript on transcript_edits (transcript_id, created_at desc);
create index transcript_edits_user on transcript_edits (user_id);
