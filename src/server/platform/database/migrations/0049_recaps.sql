-- The game master's recap comes with the next session: once, and it is announced once.
alter table notes add column recap_came_at timestamptz, add column recap_announced_at timestamptz;
update notes set recap_came_at = updated_at, recap_announced_at = updated_at where sections @> '[{"key": "ownWords"}]';
create index notes_new_recaps on notes (session_id) where recap_came_at is not null and recap_announced_at is null;
