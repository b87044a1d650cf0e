-- Of a removed text, an index keeps what divides its pages. A name's place in the index is now a hash.
drop index names_term;
create unique index names_term on names (campaign_id, (md5(lower(term))::uuid));
