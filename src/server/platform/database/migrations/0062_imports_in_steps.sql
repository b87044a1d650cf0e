-- An import of notes is written, and undone, in short transactions. Until it is done, `working` says so: what a crash cut
-- short is taken back, an undo is completed.
alter table notes_imports add column working boolean not null default false;
create index notes_imports_working on notes_imports (campaign_id) where working;
