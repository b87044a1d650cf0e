-- The embedded identity provider's stand-in for Google: users of its own kind, and codes of the authorization endpoint.

alter table idp_users add column federated_subject text unique;
-- An address may belong to one account with a password and, beside it, to whoever Google says owns it.
alter table idp_users drop constraint idp_users_email_key;
create unique index idp_users_password_email on idp_users (email) where federated_subject is null;

create table idp_authorizations (
  code_hash text primary key,
  user_id uuid not null references idp_users (id) on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  authenticated_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index idp_authorizations_user_id on idp_authorizations (user_id);
create index idp_authorizations_expires_at on idp_authorizations (expires_at);
