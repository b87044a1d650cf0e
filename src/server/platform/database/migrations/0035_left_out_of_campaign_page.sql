-- The campaign's page for this audience shows nothing of the session of this link. Kept while the link is off.
alter table share_links add column left_out boolean not null default false;
