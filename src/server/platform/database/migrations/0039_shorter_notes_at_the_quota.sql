-- At the quota, a change that makes notes no longer still passes: earlier versions make room, oldest first, but not the one
-- that it replaces, so that it can be undone.
create or replace function check_text_quota() returns trigger language plpgsql as $$
declare
  most bigint;
  row_json jsonb := to_jsonb(new) - 'sections' - 'content' - 'before' - 'after';
  owner uuid := row_json ->> 'user_id';
  this_check text;
  beyond bigint;
begin
  if current_setting('hearthscribe.text_unchecked', true) = 'on'
      or current_setting('hearthscribe.copying_rows', true) = 'on' then
    return null;
  end if;
  select bytes into most from text_limit;
  if most is null then return null; end if;
  if owner is null then
    select user_id into owner from sessions where id = (row_json ->> 'session_id')::uuid;
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
