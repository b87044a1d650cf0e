-- What a reader found in an imported file, what of it is used, and what is to be asked (IntakeAccount).
alter table transcripts add column account jsonb;
