-- Counting the words of an earlier version took as long as all else of keeping it: 25–40 ms of the server's thread for notes at
-- the limit. They are counted when somebody looks at the versions: until then 0.
create or replace function keep_notes_version() returns trigger language plpgsql as $$
declare
  merged_for constant interval := interval '10 minutes';
  most_versions constant integer := 100;
  latest_replaced_by text;
  latest_replaced_at timestamptz;
begin
  -- A restore can be undone whatever it changed.
  if old.sections = new.sections and new.cause <> 'restore' then
    return null;
  end if;
  -- Typing is saved every few seconds: of consecutive saves only the first keeps what was there before. One that
  -- removes a section always does.
  if new.cause = 'edit' and jsonb_array_length(new.sections) >= jsonb_array_length(old.sections) then
    select replaced_by, replaced_at into latest_replaced_by, latest_replaced_at
      from notes_versions where session_id = old.session_id order by revision desc limit 1;
    if found and latest_replaced_by = 'edit' and new.updated_at < latest_replaced_at + merged_for then
      return null;
    end if;
  end if;
  insert into notes_versions (session_id, revision, sections, section_count, word_count, written_at, replaced_at, replaced_by, text_bytes)
  values (
    old.session_id, old.revision, old.sections, jsonb_array_length(old.sections), 0, old.updated_at, new.updated_at, new.cause, old.text_bytes
  ) on conflict (session_id, revision) do nothing;
  delete from notes_versions where session_id = old.session_id and revision in (
    select revision from notes_versions where session_id = old.session_id order by revision desc offset most_versions
  );
  return null;
end $$;
