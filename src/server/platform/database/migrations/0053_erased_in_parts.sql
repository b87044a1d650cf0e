-- The lines of an erased voice are deleted in parts, so that other users do not wait for a long evening.
alter table transcripts add column erasing jsonb;
create index transcripts_erasing on transcripts (id) where erasing is not null;
