-- A correction is written in short transactions. Until it is done, `working` says what to do with it after a crash: one that
-- is being written is taken back, an undo is completed. Changes before `reached` are reverted already.
alter table corrections add column working text check (working in ('writing', 'undoing'));
alter table corrections add column reached integer not null default 0;
create index corrections_working on corrections (campaign_id) where working is not null;

-- The size of its changes, which may be hundreds of thousands, is known without adding them up.
alter table corrections add column text_bytes bigint not null default 0;
update corrections set text_bytes = coalesce((
  select sum(text_bytes) from correction_changes where correction_id = corrections.id), 0);

create function measure_added_changes() returns trigger language plpgsql as $$
begin
  if current_setting('hearthscribe.copying_rows', true) = 'on' then return null; end if;
  update corrections set text_bytes = text_bytes + part.bytes from (
    select correction_id, sum(text_bytes) as bytes from added group by correction_id) as part
  where corrections.id = part.correction_id;
  return null;
end $$;
create function measure_removed_changes() returns trigger language plpgsql as $$
begin
  update corrections set text_bytes = text_bytes - part.bytes from (
    select correction_id, sum(text_bytes) as bytes from removed group by correction_id) as part
  where corrections.id = part.correction_id;
  return null;
end $$;
create trigger correction_changes_added after insert on correction_changes referencing new table as added
  for each statement execute function measure_added_changes();
create trigger correction_changes_removed after delete on correction_changes referencing old table as removed
  for each statement execute function measure_removed_changes();
create constraint trigger longer_corrections_within_quota after update of text_bytes on corrections
  deferrable initially deferred for each row when (not new.automatic and new.text_bytes > old.text_bytes)
  execute function check_text_quota();

create or replace function text_of_user(owner uuid) returns bigint language sql volatile as $$
  select (
    (select coalesce(sum(octet_length(concat(title, description, system, setting, genre, instructions))), 0)
      from campaigns where user_id = owner)
    + (select coalesce(sum(256 + octet_length(title)), 0) from sessions where user_id = owner)
    + (select coalesce(sum(text_bytes), 0) from casts where user_id = owner)
    + (select coalesce(sum(octet_length(concat(term, note)) + pg_column_size(aliases) + pg_column_size(heard_as)), 0)
      from names where user_id = owner)
    + (select coalesce(sum(text_bytes), 0) from corrections where user_id = owner)
    + (select coalesce(sum(n.text_bytes), 0) from sessions s join notes n on n.session_id = s.id where s.user_id = owner)
    + (select coalesce(sum(v.text_bytes), 0) from sessions s join notes_versions v on v.session_id = s.id
      where s.user_id = owner)
    + (select coalesce(sum(t.text_bytes), 0) from sessions s join transcripts t on t.session_id = s.id
      where s.user_id = owner)
    + (select coalesce(sum(text_bytes), 0) from transcript_edits where user_id = owner)
  )::bigint
$$;

-- A transcript of which some is deleted is not refused.
drop trigger transcripts_within_quota on transcripts;
create constraint trigger transcripts_within_quota after insert on transcripts
  deferrable initially deferred for each row when (new.source = 'import') execute function check_text_quota();
create constraint trigger longer_transcripts_within_quota after update of text_bytes on transcripts
  deferrable initially deferred for each row
  when (new.source = 'import' and new.text_bytes > old.text_bytes) execute function check_text_quota();
