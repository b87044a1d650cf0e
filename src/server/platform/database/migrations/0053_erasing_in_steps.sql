-- A voice is erased in short transactions. Until it is done, `working` is the transcript from which it is erased: what a crash
-- cut short is completed.
alter table voice_erasures add column working uuid;
create index voice_erasures_working on voice_erasures (session_id) where working is not null;

-- What is no longer written is gone from the index at once, as before; but of sections that changed, and if comparing each
-- passage with a long text would take too long, all of their passages. They are indexed again.
create or replace function search_notes_changed() returns trigger language plpgsql as $$
declare
  changed text[];
  written text;
  known integer;
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
    known := (select count(*) from search_passages where session_id = old.session_id and source = 'notes'
      and section = any (changed));
  end if;
  delete from search_passages where session_id = old.session_id and source = 'notes' and not of_result
    and kind <> 'session' and (tg_op = 'DELETE' or section = any (changed) and (written is null
      or known::bigint * length(written) > 2000000 or position(search_passages.text in written) = 0));
  return null;
end $$;

-- Each line is compared with the passages near it, not with all before it.
create or replace function search_lines_changed() returns trigger language plpgsql as $$
begin
  perform search_mark(of.session_id, 'transcript')
    from (select distinct t.session_id from gone join transcripts t on t.id = gone.transcript_id
      where t.complete and t.replaced_at is null) as of;
  with bounds as materialized (
    select transcript_id, min(ordinal) as low, max(ordinal) as high from gone group by transcript_id
  ), near as materialized (
    select session_id, digest, transcript_id, first_line, last_line from bounds
      join search_passages using (transcript_id) where first_line <= high and last_line >= low
  )
  delete from search_passages using near
    where search_passages.session_id = near.session_id and search_passages.digest = near.digest and exists (
      select from gone where gone.transcript_id = near.transcript_id
        and gone.ordinal between near.first_line and near.last_line);
  return null;
end $$;
