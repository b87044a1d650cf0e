-- How an identity signs in, and since when its user has signed out everywhere else: who owns an address, and which tokens are void.

alter table identities add column method text check (method in ('password', 'google'));
alter table identities add column signed_out_before timestamptz(3);

-- With a hosted pool it is learnt from the next sign-in.
update identities
set method = case when idp_users.federated_subject is null then 'password' else 'google' end
from idp_users
where idp_users.id::text = identities.subject;
