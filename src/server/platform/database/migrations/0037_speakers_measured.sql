-- So that a shared page notices other speakers, and how much they are, without reading them.
alter table transcripts add column speakers_version text not null default '';
alter table transcripts add column speakers_bytes integer not null default 0;

create function measure_speakers() returns trigger language plpgsql as $$
declare
  stored text := new.speakers::text;
begin
  new.speakers_version := md5(stored);
  new.speakers_bytes := octet_length(stored);
  return new;
end $$;
create trigger transcripts_speakers_measured before insert or update of speakers on transcripts
  for each row execute function measure_speakers();

update transcripts set speakers = speakers;
