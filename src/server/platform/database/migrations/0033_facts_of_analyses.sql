-- What the game master had said, and the transcript as it was, when an analysis started (free re-runs).
alter table analyses add column facts text;
alter table analyses add column transcript_state text;
-- The game master has chosen to keep the notes as they are beside this analysis.
alter table analyses add column notes_kept_at timestamptz;
