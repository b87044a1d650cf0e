/** @param options.isWhole false: the rest of the file is missing */
export type MeasureAudio = (
  file: File,
  options?: { isWhole: boolean },
) => Promise<{ durationSeconds: number | null } | null>;

/** Null: not audio; length null: not in the header. */
export const measureAudio: MeasureAudio = async (file, { isWhole } = { isWhole: true }) => {
  const { ADTS, BlobSource, FLAC, Input, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } = await import(
    'mediabunny'
  );
  // R1.7, without playlists, which would fetch other files.
  const formats = [MP3, MP4, QTFF, ADTS, WAVE, FLAC, OGG, WEBM, MATROSKA];
  const input = new Input({ source: new BlobSource(file), formats });
  try {
    if (!(await input.canRead())) return null;
    const track = await input.getPrimaryAudioTrack();
    if (track === null) return null;
    const told = await track.getDurationFromMetadata();
    return { durationSeconds: told ?? (isWhole ? await track.computeDuration() : null) };
  } finally {
    input.dispose();
  }
};
