-- Search over a campaign. All of it is made from other tables and can be made from them again.

-- What was indexed of a session. It is out of date while `changes` differs from `done`.
create table search_sources (
  session_id uuid not null references sessions on delete cascade,
  source text not null check (source in ('notes', 'transcript')),
  campaign_id uuid not null,
  changes integer not null default 1,
  done integer not null default 0,
  passages integer not null default 0,
  -- How many passages of it have which word.
  words text[] not null default '{}',
  counts integer[] not null default '{}',
  primary key (session_id, source)
);
create index search_sources_waiting on search_sources (session_id) where changes <> done;

create table search_passages (
  session_id uuid not null references sessions on delete cascade,
  digest uuid not null,
  campaign_id uuid not null,
  source text not null,
  kind text not null,
  visibility text not null,
  section text not null,
  title text not null,
  of_result boolean not null,
  transcript_id uuid references transcripts on delete cascade,
  first_line double precision,
  last_line double precision,
  turns jsonb not null,
  speakers text[] not null,
  start_ms bigint,
  text text not null,
  terms tsvector not null,
  primary key (session_id, digest)
);
create index search_passages_terms on search_passages using gin (terms);
create index search_passages_lines on search_passages (transcript_id, first_line) where transcript_id is not null;

-- For words that are misspelled or misheard.
create table search_words (
  campaign_id uuid not null references campaigns on delete cascade,
  word text not null,
  passages integer not null,
  keys integer[] not null,
  primary key (campaign_id, word)
) with (fillfactor = 80);
create index search_words_keys on search_words using gin (keys);

create function search_forget_words() returns trigger language plpgsql as $$
begin
  perform from search_words where campaign_id = old.campaign_id and word = any (old.words) order by word for update;
  update search_words set passages = search_words.passages - gone.count
    from unnest(old.words, old.counts) as gone (word, count)
    where campaign_id = old.campaign_id and search_words.word = gone.word;
  delete from search_words where campaign_id = old.campaign_id and word = any (old.words) and passages <= 0;
  return null;
end $$;
create trigger search_words_forgotten after delete on search_sources
  for each row execute function search_forget_words();

-- Marks what is out of date, and wakes the job that indexes it.
create function search_mark(of_session uuid, of_source text) returns void language plpgsql as $$
begin
  insert into search_sources (session_id, campaign_id, source)
    select id, campaign_id, of_source from sessions where id = of_session
    on conflict (session_id, source) do update set changes = search_sources.changes + 1;
  perform pg_notify('search_outdated', '');
end $$;

-- What is no longer written or said is gone from the index at once; what is new follows.
create function search_notes_changed() returns trigger language plpgsql as $$
begin
  perform search_mark(coalesce(new.session_id, old.session_id), 'notes');
  if tg_op <> 'INSERT' then
    delete from search_passages where session_id = old.session_id and source = 'notes' and not of_result
      and kind <> 'session' and (tg_op = 'DELETE' or not exists (
        select from jsonb_array_elements(new.sections) as written
        where position(search_passages.text in written ->> 'body') > 0));
  end if;
  return null;
end $$;
create trigger notes_searched after insert or delete or update of sections on notes
  for each row execute function search_notes_changed();

create function search_session_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.title = old.title then return null; end if;
  delete from search_passages where session_id = new.id and kind = 'session';
  perform search_mark(new.id, 'notes');
  return null;
end $$;
create trigger sessions_searched after insert or update of title on sessions
  for each row execute function search_session_changed();

create function search_result_changed() returns trigger language plpgsql as $$
declare
  of_session uuid := coalesce(new.session_id, old.session_id);
begin
  if tg_op <> 'DELETE' and new.result is null then return null; end if;
  delete from search_passages where session_id = of_session and of_result;
  perform search_mark(of_session, 'notes');
  return null;
end $$;
create trigger analyses_searched after insert or delete or update of result, status on analyses
  for each row execute function search_result_changed();

create function search_transcript_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform search_mark(old.session_id, 'transcript');
    return null;
  end if;
  if new.replaced_at is not null then delete from search_passages where transcript_id = new.id; end if;
  if new.complete then
    perform search_mark(new.session_id, 'transcript');
    -- Whether the seconds of notes are measured depends on it.
    perform search_mark(new.session_id, 'notes');
  end if;
  return null;
end $$;
create trigger transcripts_searched after insert or delete or update of speakers, complete, replaced_at on transcripts
  for each row execute function search_transcript_changed();

create function search_lines_changed() returns trigger language plpgsql as $$
begin
  perform search_mark(of.session_id, 'transcript')
    from (select distinct t.session_id from gone join transcripts t on t.id = gone.transcript_id
      where t.complete and t.replaced_at is null) as of;
  delete from search_passages using gone
    where search_passages.transcript_id = gone.transcript_id
      and gone.ordinal between search_passages.first_line and search_passages.last_line;
  return null;
end $$;
create trigger segments_searched_again after update on segments referencing old table as gone
  for each statement execute function search_lines_changed();
create trigger segments_no_longer_searched after delete on segments referencing old table as gone
  for each statement execute function search_lines_changed();
create trigger segments_searched after insert on segments referencing new table as gone
  for each statement execute function search_lines_changed();

create function search_language_changed() returns trigger language plpgsql as $$
begin
  if new.language is distinct from old.language then
    update search_sources set changes = changes + 1 where campaign_id = new.id;
    perform pg_notify('search_outdated', '');
  end if;
  return null;
end $$;
create trigger campaigns_searched after update of language on campaigns
  for each row execute function search_language_changed();

-- What was there before.
insert into search_sources (session_id, campaign_id, source)
  select id, campaign_id, source from sessions cross join (values ('notes'), ('transcript')) as sources (source);
