-- Looking for a passage takes, where letters repeat, the product of both lengths: ten passages of 1,500 letters in a section of
-- 200,000 kept everybody waiting for six seconds. The bound is of that product, and about 50 ms. Long notes are read once, not for
-- each of their sections.
create or replace function search_notes_changed() returns trigger language plpgsql as $$
declare
  changed text[];
  written text;
  known bigint;
begin
  perform search_mark(coalesce(new.session_id, old.session_id), 'notes');
  if tg_op = 'INSERT' then return null; end if;
  if tg_op = 'UPDATE' then
    -- Passages together are as long as what they were made of.
    select array_agg(before ->> 'key'), string_agg(after ->> 'body', E'\n'), sum(length(before ->> 'body')) into changed, written, known
      from jsonb_array_elements(old.sections) as before
      full join jsonb_array_elements(new.sections) as after on before ->> 'key' = after ->> 'key'
      where before ->> 'body' is distinct from after ->> 'body';
  end if;
  delete from search_passages where session_id = old.session_id and source = 'notes' and not of_result
    and kind <> 'session' and (tg_op = 'DELETE' or section = any (changed) and (written is null
      or known * length(written) > 50000000 or position(text in written) = 0));
  return null;
end $$;

-- As before, in half the time.
create or replace function words_in(given text) returns bigint language plpgsql immutable as $$
declare
  spaced text := ' ' || replace(given, chr(10), ' ') || ' ';
begin
  if position(chr(9) in spaced) > 0 then spaced := replace(spaced, chr(9), ' '); end if;
  if position(chr(13) in spaced) > 0 then spaced := replace(spaced, chr(13), ' '); end if;
  while position('  ' in spaced) > 0 loop
    spaced := replace(spaced, '  ', ' ');
  end loop;
  return greatest(octet_length(spaced) - octet_length(replace(spaced, ' ', '')) - 1, 0);
end $$;
