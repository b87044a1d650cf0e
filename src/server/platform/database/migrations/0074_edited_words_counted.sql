-- Edits and corrections did not count the words that they added, and transcripts are priced by them. Nothing becomes fewer.
update transcripts set word_count = greatest(word_count, counted.words)
from (
  select transcript_id, sum(words_in(text)) as words from segments
  where transcript_id in (select transcript_id from segments where original_text is not null)
    or transcript_id in (select transcript_id from transcript_edits)
  group by transcript_id
) as counted
where counted.transcript_id = transcripts.id;
