-- contract: the release before reads suggestions without their link, so both run beside each other.
-- What a user wants changed in the notes of a session by a language model; its proposals have no link.
create table instructions (
  session_id uuid primary key references sessions (id) on delete cascade,
  id uuid not null unique,
  user_id uuid not null references users (id) on delete cascade,
  text text not null,
  state text not null check (state in ('waiting', 'writing', 'done', 'failed')),
  progress double precision not null,
  failure text,
  proposed integer not null,
  dropped integer not null,
  unread integer not null,
  fixes jsonb not null,
  created_at timestamptz(3) not null
);
create index instructions_age on instructions (created_at);
alter table proposals alter column link_id drop not null;
