-- A refund takes what is left of the lot that the payment brought; it is no lot of its own.
alter table ledger drop constraint ledger_check;
alter table ledger drop constraint ledger_check1;
alter table ledger add constraint ledger_lot_kinds
  check ((kind in ('reserve', 'capture', 'release', 'expire', 'refund')) = (lot_id is not null));
alter table ledger add constraint ledger_signs check (
  case when kind in ('reserve', 'expire', 'refund') then delta < 0 when kind = 'capture' then delta = 0 else delta > 0 end
);

-- What expires next, of everybody.
create index ledger_expiring on ledger (expires_at, id) where expires_at is not null;

-- How many credits of a lot its payment's refunds take in all. What an analysis holds is taken once it is released; what
-- has been used stays used.
create table lot_refunds (
  lot_id bigint primary key references ledger (id),
  credits integer not null check (credits > 0)
);

-- Who a user is at Stripe.
create table billing_customers (
  user_id uuid primary key references credit_accounts (user_id),
  customer_id text not null unique,
  created_at timestamptz(3) not null
);

-- Pages of Stripe that users were sent to.
create table checkouts (
  id text primary key,
  user_id uuid not null references credit_accounts (user_id),
  quantity integer,
  tier text check (tier in ('STANDARD', 'PRO')),
  state text not null check (state in ('open', 'paid', 'expired')),
  created_at timestamptz(3) not null,
  check ((quantity is null) <> (tier is null))
);
create index checkouts_user on checkouts (user_id);

-- Money that came in: one row per paid checkout of credits or paid invoice of a subscription.
create table payments (
  id text primary key,
  user_id uuid not null references credit_accounts (user_id),
  kind text not null check (kind in ('purchase', 'subscription', 'upgrade')),
  subscription_id text,
  tier text check (tier in ('STANDARD', 'PRO')),
  -- Stripe's payment intent, which a refund names; null where nothing had to be paid.
  payment_intent_id text,
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null,
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  credits integer not null check (credits > 0),
  lot_id bigint not null unique references ledger (id),
  period_start timestamptz(3),
  period_end timestamptz(3),
  paid_at timestamptz(3) not null
);
create index payments_user on payments (user_id);
create unique index payments_intent on payments (payment_intent_id) where payment_intent_id is not null;

-- Where a subscription stands: what the chart `subscription` has come to.
create table subscriptions (
  id text primary key,
  user_id uuid not null references credit_accounts (user_id),
  tier text not null check (tier in ('STANDARD', 'PRO')),
  pending_tier text check (pending_tier in ('STANDARD', 'PRO')),
  state text not null,
  started_at timestamptz(3) not null,
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  cancelled_at timestamptz(3),
  grace_ends_at timestamptz(3),
  -- The letter that is due: a payment has failed, a reminder, it has ended for want of payment. Null: none.
  letter text check (letter in ('failed', 'reminder', 'ended')),
  -- Until then one process is about to send it.
  letter_claimed_until timestamptz(3),
  ended_at timestamptz(3),
  updated_at timestamptz(3) not null
);
create index subscriptions_user on subscriptions (user_id);
create unique index subscriptions_one_live on subscriptions (user_id) where ended_at is null;

-- Stripe's events, so that each is taken in once. What they are about is read anew from Stripe, in whatever order they come.
create table billing_events (
  id text primary key,
  type text not null,
  object_id text not null,
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  processed_at timestamptz(3)
);
create index billing_events_open on billing_events (received_at) where processed_at is null;

-- The embedded stand-in for Stripe (docs/decisions). With a real account these tables stay empty.
create table stand_in_objects (
  id text primary key,
  type text not null,
  -- Stripe's own form.
  body jsonb not null,
  created_at timestamptz(3) not null
);
create index stand_in_objects_type on stand_in_objects (type, created_at);

create table stand_in_events (
  id text primary key,
  body jsonb not null,
  deliver_at timestamptz(3) not null,
  attempts integer not null default 0,
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index stand_in_events_due on stand_in_events (deliver_at) where delivered_at is null;
