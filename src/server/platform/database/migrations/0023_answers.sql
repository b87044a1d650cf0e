-- What the game master answered to the questions of the engines. A question that was answered is not asked again in
-- any session that it would be the same in; `undo` has what the answer changed, so that an undo restores it exactly.
create table answers (
  id uuid primary key,
  campaign_id uuid not null references campaigns (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid references sessions (id) on delete set null,
  question_id text not null,
  kind text not null check (kind in ('cast', 'name', 'nameKind', 'fact', 'other')),
  text text not null,
  about jsonb not null,
  answer text not null,
  correction_id uuid references corrections (id) on delete set null,
  undo jsonb not null,
  answered_at timestamptz(3) not null,
  undone_at timestamptz(3)
);
create unique index answers_once on answers (campaign_id, question_id) where undone_at is null;
create index answers_campaign on answers (campaign_id, answered_at desc);
create index answers_user on answers (user_id);
create index answers_session on answers (session_id);
create index answers_correction on answers (correction_id);
