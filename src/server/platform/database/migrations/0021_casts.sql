-- Who plays in a campaign, who speaks in its transcripts, and which questions about that were answered. One document
-- with a revision, so that two tabs cannot mix their changes; `before` is the document that an undo restores.
create table casts (
  campaign_id uuid primary key references campaigns (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  revision integer not null,
  content jsonb not null,
  before jsonb,
  updated_at timestamptz(3) not null
);
create index casts_user on casts (user_id);
