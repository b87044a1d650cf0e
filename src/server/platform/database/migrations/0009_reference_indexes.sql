-- Deleting a session looks for what names its recording and its transcript.
create index transcripts_audio_asset on transcripts (audio_asset_id) where audio_asset_id is not null;
create index analyses_audio_asset on analyses (audio_asset_id) where audio_asset_id is not null;
create index analyses_transcript on analyses (transcript_id) where transcript_id is not null;
