-- Who writes the notes of an analysis, and, for a page in the evening's own words, the analysis in which a model then writes them.
alter table analyses add column writer text not null default 'page';
alter table analyses add column written_by jsonb;
update analyses set writer = 'service' where result ->> 'kind' = 'notes' or (result is null and notes_engine not like 'highlights%');
