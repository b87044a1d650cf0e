-- A transcript is written piece by piece, so that a long one keeps no other call waiting. It counts once it is complete;
-- housekeeping removes those that a crash left incomplete.
alter table transcripts add column complete boolean not null default true;
create index transcripts_incomplete on transcripts (created_at) where not complete;
