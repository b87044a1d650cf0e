-- Sessions of a campaign whose notes a model writes one after another: the last ones that were chosen.
create table older_notes (
  campaign_id uuid primary key references campaigns (id) on delete cascade,
  id uuid not null unique,
  user_id uuid not null references users (id) on delete cascade,
  idempotency_key text not null,
  writer text not null,
  state text not null check (state in ('running', 'finished', 'cancelled', 'stopped')),
  reason text,
  items jsonb not null,
  started_at timestamptz(3) not null
);
create index older_notes_running on older_notes (campaign_id) where state = 'running';
