-- How much text a user stores, counted by the database, so that no writer can forget to. Sizes are of the text itself, not
-- of its compressed form. A transaction that stores text is checked once, at its end and one at a time for each user.
create table text_limit (singleton boolean primary key default true check (singleton), bytes bigint not null);

alter table notes add column text_bytes bigint not null default 0;
-- Whether something in the notes may be for players or for the public; false is certain.
alter table notes add column may_concern_players boolean not null default true;
alter table notes add column may_concern_public boolean not null default true;
alter table notes_versions add column text_bytes bigint not null default 0;
alter table transcripts add column text_bytes bigint not null default 0;
alter table transcript_edits add column text_bytes bigint not null default 0;
alter table correction_changes add column text_bytes bigint not null default 0;
alter table casts add column text_bytes bigint not null default 0;

create function measure_notes() returns trigger language plpgsql as $$
declare
  stored text := new.sections::text;
begin
  new.text_bytes := octet_length(stored);
  new.may_concern_public := stored like '%public%';
  new.may_concern_players := new.may_concern_public or stored like '%players%';
  return new;
end $$;
create trigger notes_measured before insert or update of sections on notes
  for each row execute function measure_notes();

create function measure_text() returns trigger language plpgsql as $$
declare
  field text;
  size bigint;
begin
  new.text_bytes := 0;
  foreach field in array tg_argv loop
    execute format('select coalesce(octet_length(($1).%I::text), 0)', field) into size using new;
    new.text_bytes := new.text_bytes + size;
  end loop;
  return new;
end $$;
create trigger notes_versions_measured before insert or update of sections on notes_versions
  for each row execute function measure_text('sections');
create trigger transcript_edits_measured before insert or update of before, after on transcript_edits
  for each row execute function measure_text('before', 'after');
create trigger correction_changes_measured before insert or update of content on correction_changes
  for each row execute function measure_text('content');
create trigger casts_measured before insert or update of content, before on casts
  for each row execute function measure_text('content', 'before');

-- A line counts its text and 50 bytes for the rest of its row.
create function measure_added_segments() returns trigger language plpgsql as $$
begin
  -- The copy of the transcript has its size already.
  if current_setting('hearthscribe.copying_rows', true) = 'on' then return null; end if;
  update transcripts set text_bytes = text_bytes + part.bytes from (
    select transcript_id, sum(50 + octet_length(text) + coalesce(octet_length(original_text), 0)) as bytes
    from added group by transcript_id) as part where transcripts.id = part.transcript_id;
  return null;
end $$;
create function measure_removed_segments() returns trigger language plpgsql as $$
begin
  update transcripts set text_bytes = text_bytes - part.bytes from (
    select transcript_id, sum(50 + octet_length(text) + coalesce(octet_length(original_text), 0)) as bytes
    from removed group by transcript_id) as part where transcripts.id = part.transcript_id;
  return null;
end $$;
create function measure_changed_segments() returns trigger language plpgsql as $$
begin
  update transcripts set text_bytes = text_bytes + part.bytes from (
    select transcript_id, sum(bytes) as bytes from (
      select transcript_id, octet_length(text) + coalesce(octet_length(original_text), 0) as bytes from added
      union all select transcript_id, - octet_length(text) - coalesce(octet_length(original_text), 0) from removed
    ) as both_sides group by transcript_id) as part
  where transcripts.id = part.transcript_id and part.bytes <> 0;
  return null;
end $$;
create trigger segments_added after insert on segments referencing new table as added
  for each statement execute function measure_added_segments();
create trigger segments_removed after delete on segments referencing old table as removed
  for each statement execute function measure_removed_segments();
create trigger segments_changed after update on segments referencing old table as removed new table as added
  for each statement execute function measure_changed_segments();

alter table notes disable trigger notes_versions_kept;
update notes set sections = sections;
alter table notes enable trigger notes_versions_kept;
update notes_versions set sections = sections;
update transcript_edits set before = before;
update correction_changes set content = content;
update casts set content = content;
update transcripts set text_bytes = coalesce((
  select sum(50 + octet_length(text) + coalesce(octet_length(original_text), 0))
  from segments where transcript_id = transcripts.id), 0);

create function text_of_user(owner uuid) returns bigint language sql volatile as $$
  select (
    (select coalesce(sum(octet_length(concat(title, description, system, setting, genre, instructions))), 0)
      from campaigns where user_id = owner)
    + (select coalesce(sum(256 + octet_length(title)), 0) from sessions where user_id = owner)
    + (select coalesce(sum(text_bytes), 0) from casts where user_id = owner)
    + (select coalesce(sum(octet_length(concat(term, note)) + pg_column_size(aliases) + pg_column_size(heard_as)), 0)
      from names where user_id = owner)
    + (select coalesce(sum(c.text_bytes), 0) from corrections o join correction_changes c on c.correction_id = o.id
      where o.user_id = owner)
    + (select coalesce(sum(n.text_bytes), 0) from sessions s join notes n on n.session_id = s.id where s.user_id = owner)
    + (select coalesce(sum(v.text_bytes), 0) from sessions s join notes_versions v on v.session_id = s.id
      where s.user_id = owner)
    + (select coalesce(sum(t.text_bytes), 0) from sessions s join transcripts t on t.session_id = s.id
      where s.user_id = owner)
    + (select coalesce(sum(text_bytes), 0) from transcript_edits where user_id = owner)
  )::bigint
$$;

create function check_text_quota() returns trigger language plpgsql as $$
declare
  most bigint;
  row_json jsonb := to_jsonb(new) - 'sections' - 'content' - 'before' - 'after';
  owner uuid := row_json ->> 'user_id';
  this_check text;
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
  perform set_config('hearthscribe.text_checked', this_check, true);
  perform pg_advisory_xact_lock(hashtextextended('text of ' || owner, 0));
  if text_of_user(owner) > most then
    raise exception 'This user stores too much text.' using errcode = 'HS001', detail = most::text;
  end if;
  return null;
end $$;

-- What an analysis has written is never refused: it was paid for. It counts.
create constraint trigger notes_within_quota after insert or update of sections on notes
  deferrable initially deferred for each row
  when (new.cause in ('edit', 'import', 'suggestion', 'restore')) execute function check_text_quota();
create constraint trigger transcripts_within_quota after insert or update of text_bytes on transcripts
  deferrable initially deferred for each row when (new.source = 'import') execute function check_text_quota();
create constraint trigger transcript_edits_within_quota after insert on transcript_edits
  deferrable initially deferred for each row execute function check_text_quota();
create constraint trigger corrections_within_quota after insert on corrections
  deferrable initially deferred for each row when (not new.automatic) execute function check_text_quota();
create constraint trigger campaigns_within_quota
  after insert or update of title, description, system, setting, genre, instructions on campaigns
  deferrable initially deferred for each row execute function check_text_quota();
create constraint trigger sessions_within_quota after insert or update of title on sessions
  deferrable initially deferred for each row execute function check_text_quota();
create constraint trigger casts_within_quota after insert or update on casts
  deferrable initially deferred for each row execute function check_text_quota();
create constraint trigger names_within_quota after insert or update on names
  deferrable initially deferred for each row when (new.source <> 'correction') execute function check_text_quota();
