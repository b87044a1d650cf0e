-- A thread that was kept from a transcript goes with its session.
alter table world_edits add column session_id uuid references sessions on delete cascade;
create index world_edits_session on world_edits (session_id) where session_id is not null;
