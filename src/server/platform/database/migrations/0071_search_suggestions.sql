-- What is suggested before a search was looked for in all that is indexed, of every user.
create index search_passages_entries on search_passages (session_id) where kind = 'entry';
