-- expand: recaps of a session by a language model, by style and character. Their texts are sections of its notes.
create table written_recaps (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Another each time it is asked for.
  run uuid not null,
  style text not null,
  character text,
  reads text not null check (reads in ('gm', 'players', 'public')),
  state text not null check (state in ('waiting', 'writing', 'done', 'failed')),
  failure text,
  -- A hash of the notes that it was written from; null until it has been written.
  ground text,
  unread integer not null,
  doubts jsonb not null,
  asked_at timestamptz(3) not null
);
create unique index written_recaps_wishes on written_recaps (session_id, style, coalesce(character, ''));
create index written_recaps_users on written_recaps (user_id);
create index written_recaps_age on written_recaps (asked_at) where state <> 'done';

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
    + (select coalesce(sum(256 + octet_length(concat(style, character)) + pg_column_size(doubts)), 0)
      from written_recaps where user_id = owner)
  )::bigint
$$;
create constraint trigger written_recaps_within_quota after insert or update of run on written_recaps
  deferrable initially deferred for each row execute function check_text_quota();
