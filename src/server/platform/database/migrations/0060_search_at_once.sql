-- What waits in the list of an index is read by each search, and the embedded database has nothing that empties it.
alter index search_passages_terms set (fastupdate = off);
alter index search_words_keys set (fastupdate = off);
