-- What a session's notes were before each change, by the revision that they had. A trigger keeps it, so that no writer
-- can forget to. `cause` says who wrote the present notes, and `replaced_by` who wrote over a version.
alter table notes add column cause text not null default 'edit'
  check (cause in ('edit', 'analysis', 'import', 'suggestion', 'names', 'restore'));

create table notes_versions (
  session_id uuid not null references sessions (id) on delete cascade,
  revision integer not null,
  sections jsonb not null,
  section_count integer not null,
  word_count integer not null,
  written_at timestamptz(3) not null,
  replaced_at timestamptz(3) not null,
  replaced_by text not null,
  primary key (session_id, revision)
);

create function keep_notes_version() returns trigger language plpgsql as $$
declare
  merged_for constant interval := interval '10 minutes';
  most_versions constant integer := 100;
  latest notes_versions%rowtype;
begin
  -- A restore can be undone whatever it changed.
  if old.sections = new.sections and new.cause <> 'restore' then
    return null;
  end if;
  -- Typing is saved every few seconds: of consecutive saves only the first keeps what was there before. One that
  -- removes a section always does.
  if new.cause = 'edit' and jsonb_array_length(new.sections) >= jsonb_array_length(old.sections) then
    select * into latest from notes_versions where session_id = old.session_id order by revision desc limit 1;
    if found and latest.replaced_by = 'edit'
        and new.updated_at < latest.replaced_at + merged_for then
      return null;
    end if;
  end if;
  insert into notes_versions values (
    old.session_id, old.revision, old.sections, jsonb_array_length(old.sections),
    (select count(*) from jsonb_array_elements(old.sections) as section,
      regexp_split_to_table(section ->> 'body', '\s+') as word where word <> ''),
    old.updated_at, new.updated_at, new.cause
  ) on conflict (session_id, revision) do nothing;
  delete from notes_versions where session_id = old.session_id and revision in (
    select revision from notes_versions where session_id = old.session_id order by revision desc offset most_versions
  );
  return null;
end $$;

create trigger notes_versions_kept after update on notes for each row execute function keep_notes_version();
