-- contract: the table is replaced by one of the same columns.
-- Vacuuming an index of words takes time for all of it, in one statement, in which the embedded database answers nobody else. So it
-- is sixteen small ones, each with a sixteenth of every session. All of it is made from other tables: it is indexed again.
drop table search_passages;
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
) partition by hash (digest);
do $$ begin
  for part in 0..15 loop
    execute format('create table search_passages_%s partition of search_passages for values with (modulus 16, remainder %s)', part, part);
  end loop;
end $$;
create index search_passages_terms on search_passages using gin (terms) with (fastupdate = off);
create index search_passages_lines on search_passages (transcript_id, first_line) where transcript_id is not null;
update search_sources set changes = changes + 1, passages = 0;
