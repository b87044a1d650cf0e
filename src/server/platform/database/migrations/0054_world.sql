-- What people changed of a campaign's world index. Its entries are made from results, glossary and cast when they are read.
-- A key is a digest of a name: a row has no words but those that a person wrote.
create table world_edits (
  campaign_id uuid not null references campaigns on delete cascade,
  key text not null,
  edit jsonb not null,
  revision integer not null,
  updated_at timestamptz not null,
  primary key (campaign_id, key)
);
