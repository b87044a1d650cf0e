-- The glossary of a campaign.
create table names (
  id uuid primary key,
  campaign_id uuid not null references campaigns (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  term text not null,
  kind text not null check (kind in ('pc', 'npc', 'location', 'faction', 'item', 'deity', 'rule', 'other')),
  aliases jsonb not null,
  heard_as jsonb not null,
  note text not null,
  locked boolean not null,
  source text not null check (source in ('user', 'correction', 'import')),
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index names_term on names (campaign_id, lower(term));
create index names_user on names (user_id);

-- Wrong names that were corrected, with each text afterwards and what stood in it, so that an undo restores it to the
-- byte.
create table corrections (
  id uuid primary key,
  campaign_id uuid not null references campaigns (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  wrong text not null,
  "right" text not null,
  automatic boolean not null,
  changed integer not null,
  sessions integer not null,
  remembered boolean not null,
  created_at timestamptz(3) not null,
  undone_at timestamptz(3),
  left_alone jsonb not null
);
create index corrections_campaign on corrections (campaign_id, created_at desc);
create index corrections_user on corrections (user_id);

create table correction_changes (
  correction_id uuid not null references corrections (id) on delete cascade,
  ordinal integer not null,
  session_id uuid references sessions (id) on delete cascade,
  target jsonb not null,
  place jsonb not null,
  content jsonb not null,
  primary key (correction_id, ordinal)
);
create index correction_changes_session on correction_changes (session_id);
