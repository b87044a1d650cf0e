-- Saving long notes kept others waiting: the whole row was written as JSON once more, to find its owner, and an earlier
-- version, whose size is known, was measured again.
create or replace function check_text_quota() returns trigger language plpgsql as $$
declare
  most bigint;
  owner uuid;
  this_check text;
  beyond bigint;
begin
  if current_setting('hearthscribe.text_unchecked', true) = 'on'
      or current_setting('hearthscribe.copying_rows', true) = 'on' then
    return null;
  end if;
  select bytes into most from text_limit;
  if most is null then return null; end if;
  if tg_table_name in ('notes', 'transcripts') then
    select user_id into owner from sessions where id = new.session_id;
  else
    owner := new.user_id;
  end if;
  if owner is null then return null; end if;
  this_check := owner || ' ' || txid_current();
  if current_setting('hearthscribe.text_checked', true) = this_check then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('text of ' || owner, 0));
  beyond := text_of_user(owner) - most;
  if beyond > 0 then
    if tg_table_name = 'notes' and tg_op = 'UPDATE' then
      if new.text_bytes <= old.text_bytes then
        delete from notes_versions v using (
          select v.session_id, v.revision, sum(v.text_bytes) over (order by v.replaced_at, v.session_id, v.revision)
            - v.text_bytes as freed_before
          from notes_versions v join sessions s on s.id = v.session_id
          where s.user_id = owner and not (v.session_id = new.session_id and v.revision = (
            select max(revision) from notes_versions where session_id = new.session_id))
        ) as aged
        where v.session_id = aged.session_id and v.revision = aged.revision and aged.freed_before < beyond;
        -- Others in this transaction are checked.
        return null;
      end if;
    end if;
    raise exception 'This user stores too much text.' using errcode = 'HS001', detail = most::text;
  end if;
  perform set_config('hearthscribe.text_checked', this_check, true);
  return null;
end $$;

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
    old.session_id, old.revision, old.sections, jsonb_array_length(old.sections),
    (select coalesce(sum(words_in(section ->> 'body')), 0) from jsonb_array_elements(old.sections) as section),
    old.updated_at, new.updated_at, new.cause, old.text_bytes
  ) on conflict (session_id, revision) do nothing;
  delete from notes_versions where session_id = old.session_id and revision in (
    select revision from notes_versions where session_id = old.session_id order by revision desc offset most_versions
  );
  return null;
end $$;

drop trigger notes_versions_measured on notes_versions;
create trigger notes_versions_measured before update of sections on notes_versions
  for each row execute function measure_text('sections');
create trigger notes_versions_measured_first before insert on notes_versions
  for each row when (new.text_bytes = 0) execute function measure_text('sections');
