-- A deleted user leaves the books behind: amounts and times under an id that leads to nobody any more.
alter table credit_accounts drop constraint credit_accounts_user_id_fkey;

-- Who has been deleted, as the identity provider numbers them: a token of a sign-in from before must not make the user
-- anew. Pruned once no such token can be renewed any more.
create table deleted_identities (
  issuer text not null,
  subject text not null,
  deleted_at timestamptz(3) not null,
  primary key (issuer, subject)
);
