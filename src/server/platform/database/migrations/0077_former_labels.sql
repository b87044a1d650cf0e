-- What voices were called whose lines each speaker of a transcript got, by the speaker's id: erasing a voice takes these names, too.
alter table transcripts add column former_labels jsonb not null default '{}';
