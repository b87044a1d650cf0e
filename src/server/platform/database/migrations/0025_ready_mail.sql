-- Whether the user wants an email when an analysis of theirs has ended.
alter table preferences add column mail_when_notes_ready boolean not null default false;
