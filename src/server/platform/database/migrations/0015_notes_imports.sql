-- What the latest import of notes into a campaign changed, so that it can be undone.
create table notes_imports (
  campaign_id uuid primary key references campaigns (id) on delete cascade,
  imported_at timestamptz(3) not null,
  changes jsonb not null
);
