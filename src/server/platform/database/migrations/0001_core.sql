create table users (
  id uuid primary key,
  email text not null,
  email_verified boolean not null,
  name text,
  is_alpha_tester boolean not null default false,
  source_info jsonb,
  created_at timestamptz(3) not null
);
-- One verified owner per address; unverified accounts lock nobody out.
create unique index users_verified_email on users (lower(email)) where email_verified;

-- Who a user is to an identity provider.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- The server's sessions: one per sign-in at the identity provider (all tokens of a sign-in share its origin_jti).
create table logins (
  sign_in text primary key,
  user_id uuid not null references users (id) on delete cascade,
  opened_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index logins_user on logins (user_id);

create table campaigns (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  title text not null,
  description text not null,
  system text not null,
  setting text not null,
  genre text not null,
  language text,
  detail_level text check (detail_level in ('brief', 'comprehensive')),
  recap_styles jsonb not null,
  instructions text not null,
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index campaigns_user on campaigns (user_id);

create table sessions (
  id uuid primary key,
  campaign_id uuid not null references campaigns (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  title text not null,
  played_at timestamptz(3),
  position integer not null check (position > 0),
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (campaign_id, position)
);
create index sessions_user on sessions (user_id);

-- Credits. An account is the row that every change of its balance locks.
create table credit_accounts (
  user_id uuid primary key references users (id)
);

-- Append-only. A positive entry of grant, purchase, subscription, upgrade or refund is a lot; every other entry belongs
-- to one. The balance is the sum.
create table ledger (
  id bigint generated always as identity primary key,
  user_id uuid not null references credit_accounts (user_id),
  unit text not null check (unit in ('credits', 'freeAnalyses')),
  delta integer not null,
  kind text not null check (kind in
    ('grant', 'purchase', 'subscription', 'reserve', 'capture', 'release', 'expire', 'upgrade', 'refund')),
  lot_id bigint references ledger (id),
  reference text,
  idempotency_key text not null unique,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  check ((kind in ('reserve', 'capture', 'release', 'expire')) = (lot_id is not null)),
  check (case when kind in ('reserve', 'expire') then delta < 0 when kind = 'capture' then delta = 0 else delta > 0 end)
);
create index ledger_user on ledger (user_id, unit);
create index ledger_lot on ledger (lot_id) where lot_id is not null;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only.';
end
$$;
create trigger ledger_append_only before update or delete on ledger
  for each row execute function refuse_ledger_change();
create trigger ledger_no_truncate before truncate on ledger
  for each statement execute function refuse_ledger_change();

-- What an analysis holds of a balance. Changes are in the ledger; this is where they stand.
create table reservations (
  analysis_id uuid primary key,
  user_id uuid not null references credit_accounts (user_id),
  payment text not null check (payment in ('free', 'credits')),
  amount integer not null check (amount >= 0),
  attempt integer not null,
  state text not null check (state in ('reserved', 'captured', 'released'))
);
create index reservations_user on reservations (user_id);
