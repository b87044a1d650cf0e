-- How voices sound, in campaigns whose players agreed to be known again, and who agreed.
create table voice_prints (
  transcript_id uuid primary key references transcripts (id) on delete cascade,
  campaign_id uuid not null references campaigns (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  heard_at timestamptz(3) not null,
  spans jsonb not null,
  centres jsonb not null,
  settled boolean not null
);
create index voice_prints_campaign on voice_prints (campaign_id);
create index voice_prints_session on voice_prints (session_id);

create table voice_agreements (
  campaign_id uuid not null references campaigns (id) on delete cascade,
  person_id uuid not null,
  player text not null,
  agreed_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  primary key (campaign_id, person_id)
);
