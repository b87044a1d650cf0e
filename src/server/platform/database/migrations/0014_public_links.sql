-- The public link of a campaign or a session (D10). While it is off it has no address, and keeps what it shows.
create table public_links (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  campaign_id uuid unique references campaigns (id) on delete cascade,
  session_id uuid unique references sessions (id) on delete cascade,
  public_id text unique,
  show jsonb not null,
  enabled_at timestamptz(3),
  check ((campaign_id is null) <> (session_id is null)),
  check ((public_id is null) = (enabled_at is null))
);
create index public_links_user on public_links (user_id);
