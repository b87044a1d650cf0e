-- The webhook of a campaign. Address and signing secret are encrypted; `id` is new for each address.
create table campaign_webhooks (
  campaign_id uuid primary key references campaigns (id) on delete cascade,
  id uuid not null unique,
  kind text not null check (kind in ('discord', 'web')),
  host text not null,
  ending text not null,
  address text not null,
  secret text,
  automatic boolean not null,
  turned_off_because text,
  saved_at timestamptz(3) not null
);
-- Posts of notes. `messages` is emptied when a post has ended; `message_ids` are those that were sent, in order.
create table posts (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  webhook_id uuid not null,
  analysis_id uuid unique,
  kind text not null check (kind in ('discord', 'web')),
  host text not null,
  state text not null check (state in ('waiting', 'sending', 'posted', 'failed')),
  messages jsonb not null,
  message_count integer not null,
  message_ids jsonb not null,
  failed_attempts integer not null,
  next_attempt_at timestamptz(3),
  link text,
  failure text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index posts_session on posts (session_id, id);
create unique index posts_open on posts (session_id) where state in ('waiting', 'sending');
create index posts_waiting on posts (webhook_id, id) where state in ('waiting', 'sending');
