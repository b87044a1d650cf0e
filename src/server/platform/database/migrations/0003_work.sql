-- Recordings, transcripts, analyses and notes of a session. A session's rows go with it; files in the data folder
-- without a row are swept up later.

create table uploads (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  file_name text not null,
  size_bytes bigint not null check (size_bytes > 0),
  fingerprint text not null,
  status text not null check (status in ('open', 'verifying', 'ready', 'rejected', 'expired', 'cancelled')),
  error jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index uploads_by_session on uploads (session_id, created_at desc);
create unique index uploads_one_under_way on uploads (session_id) where status in ('open', 'verifying');
create index uploads_under_way on uploads (expires_at) where status in ('open', 'verifying');

-- The bytes of an asset are the file of its upload. At most one asset of a session is not replaced (D4, D5).
create table audio_assets (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  upload_id uuid not null unique references uploads (id) on delete cascade,
  kind text not null check (kind in ('single', 'multitrack', 'parts')),
  file_name text not null,
  mime_type text not null,
  size_bytes bigint not null,
  duration_seconds double precision not null,
  sha256 text not null,
  stored_until timestamptz,
  deleted_at timestamptz,
  replaced_at timestamptz,
  created_at timestamptz not null
);
create unique index audio_assets_current on audio_assets (session_id) where replaced_at is null;

create table transcripts (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  audio_asset_id uuid references audio_assets (id) on delete set null,
  source text not null check (source in ('speech', 'import')),
  timing text not null check (timing in ('measured', 'estimated')),
  engine text not null,
  language text,
  duration_ms bigint not null,
  speakers jsonb not null,
  segment_count integer not null,
  word_count integer not null,
  warnings jsonb not null,
  replaced_at timestamptz,
  created_at timestamptz not null
);
create unique index transcripts_current on transcripts (session_id) where replaced_at is null;

create table segments (
  transcript_id uuid not null references transcripts (id) on delete cascade,
  ordinal integer not null,
  id text not null,
  start_ms bigint not null,
  end_ms bigint not null,
  speaker_id text,
  text text not null,
  original_text text,
  confidence double precision,
  primary key (transcript_id, ordinal)
);

create table quotes (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  source_id uuid not null,
  duration_seconds double precision not null,
  basis text not null check (basis in ('audio', 'transcript', 'words')),
  levels jsonb not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index quotes_by_session on quotes (session_id);
create index quotes_by_expiry on quotes (expires_at);

create table analyses (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  user_id uuid not null,
  idempotency_key text not null,
  request jsonb not null,
  detail_level text not null check (detail_level in ('brief', 'comprehensive')),
  language text,
  status text not null,
  -- Counts every change that a follower is told of; the id of its server-sent event.
  version integer not null,
  -- Counts the runs: 1, and one more with every retry. A job of an older run stands back.
  attempt integer not null,
  progress double precision not null,
  eta_seconds double precision,
  stage_message text not null,
  error jsonb,
  payment text not null check (payment in ('free', 'credits')),
  duration_seconds double precision not null,
  cost_credits integer not null,
  charged_credits integer not null,
  speech_engine text,
  notes_engine text,
  audio_asset_id uuid references audio_assets (id) on delete set null,
  transcript_id uuid references transcripts (id) on delete set null,
  result jsonb,
  warnings jsonb not null,
  copied_to_notes_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  unique (user_id, idempotency_key)
);
create index analyses_by_session on analyses (session_id, created_at desc);
create unique index analyses_one_running on analyses (session_id)
  where status not in ('completed', 'cancelled', 'failed');

-- What a stage saved, so that it is not done twice. `output` is the stage's own result.
create table analysis_checkpoints (
  analysis_id uuid not null references analyses (id) on delete cascade,
  stage text not null,
  key text not null,
  value jsonb not null,
  primary key (analysis_id, stage, key)
);

create table notes (
  session_id uuid primary key references sessions (id) on delete cascade,
  sections jsonb not null,
  revision integer not null,
  updated_at timestamptz not null
);
