-- Deleting an account and signing up again gave another free analysis, without end. Only a keyed hash of the address is kept, for a year.
create table welcomed_addresses (
  fingerprint text primary key,
  deleted_at timestamptz not null
);
