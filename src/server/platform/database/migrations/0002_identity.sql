-- Rows of the embedded identity provider. With a hosted pool these tables stay empty.

create table idp_users (
  id uuid primary key,
  email text not null unique,
  email_verified boolean not null,
  confirmed boolean not null,
  salt text not null,
  verifier text not null,
  created_at timestamptz(3) not null
);

create table idp_challenges (
  id text primary key,
  login_key text not null,
  user_id uuid references idp_users (id) on delete cascade,
  client_value text not null,
  server_secret text not null,
  expires_at timestamptz(3) not null
);
create index idp_challenges_user_id on idp_challenges (user_id);
create index idp_challenges_expires_at on idp_challenges (expires_at);

create table idp_sessions (
  id uuid primary key,
  user_id uuid not null references idp_users (id) on delete cascade,
  refresh_token_hash text not null unique,
  authenticated_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index idp_sessions_user_id on idp_sessions (user_id);
create index idp_sessions_expires_at on idp_sessions (expires_at);

create table idp_codes (
  user_id uuid not null references idp_users (id) on delete cascade,
  purpose text not null check (purpose in ('confirmSignUp', 'verifyEmail', 'resetPassword')),
  code_hash text not null,
  email text not null,
  expires_at timestamptz(3) not null,
  primary key (user_id, purpose)
);

create table idp_attempts (
  key text primary key,
  count integer not null,
  started_at timestamptz(3) not null
);
create index idp_attempts_started_at on idp_attempts (started_at);
