-- contract: prints of the version before are of everybody.
-- Prints were of everybody for up to seven days. They are learned again, from the recordings, of those who agreed alone.
delete from voice_prints;
alter table voice_prints drop column spans, drop column settled;
alter table voice_prints add column proposals jsonb not null;
