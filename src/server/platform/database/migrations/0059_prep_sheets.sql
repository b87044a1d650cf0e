-- A game master's own lines for the next evening, and the copy of the sheet that they pinned, line by line:
-- a line goes with the session that it is from.
create table prep_sheets (
  campaign_id uuid primary key references campaigns on delete cascade,
  own text not null,
  revision integer not null,
  is_pinned boolean not null,
  copied_at timestamptz,
  updated_at timestamptz not null
);
create table prep_lines (
  campaign_id uuid not null references prep_sheets on delete cascade,
  ordinal integer not null,
  session_id uuid references sessions on delete cascade,
  line jsonb not null,
  primary key (campaign_id, ordinal)
);
create index prep_lines_session on prep_lines (session_id) where session_id is not null;
