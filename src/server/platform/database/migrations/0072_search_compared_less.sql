-- Looking for a passage takes, where letters repeat, the product of both lengths: ten passages of 1,500 letters in a section of
-- 200,000 kept everybody waiting for six seconds. The bound is of that product, and about 50 ms.
create or replace function search_notes_changed() returns trigger language plpgsql as $$
declare
  changed text[];
  written text;
  known bigint;
begin
  perform search_mark(coalesce(new.session_id, old.session_id), 'notes');
  if tg_op = 'INSERT' then return null; end if;
  if tg_op = 'UPDATE' then
    changed := array(
      select before ->> 'key' from jsonb_array_elements(old.sections) as before
        where not exists (select from jsonb_array_elements(new.sections) as after
          where after ->> 'key' = before ->> 'key' and after ->> 'body' = before ->> 'body'));
    written := (select string_agg(after ->> 'body', E'\n') from jsonb_array_elements(new.sections) as after
      where after ->> 'key' = any (changed));
    known := (select sum(length(text)) from search_passages where session_id = old.session_id and source = 'notes'
      and section = any (changed));
  end if;
  delete from search_passages where session_id = old.session_id and source = 'notes' and not of_result
    and kind <> 'session' and (tg_op = 'DELETE' or section = any (changed) and (written is null
      or known * length(written) > 50000000 or position(search_passages.text in written) = 0));
  return null;
end $$;
