-- What all processes of an installation share: announcements and keys. Keys are encrypted.
create table installation_values (
  name text primary key,
  value text not null
);

-- Uses of what is limited. Unlogged: after a crash of the database, counts begin again.
create unlogged table rate_counts (
  key text primary key,
  count integer not null,
  started_at timestamptz(3) not null
);
create index rate_counts_started_at on rate_counts (started_at);

-- Emails of an installation without an email server, encrypted.
create table outbox (
  id uuid primary key,
  message text not null,
  sent_at timestamptz(3) not null
);
create index outbox_sent_at on outbox (sent_at);
