-- The import before the one that is being written: it can still be undone if that one fails.
alter table notes_imports add column earlier jsonb;
