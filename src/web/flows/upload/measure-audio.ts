import { sniffBytes, sniffContent } from '#contract/audio-formats.ts';
import type { RecordingStreams } from '#machines/upload/upload.setup.ts';

export interface MeasuredAudio {
  /** Null: not in the header. 0: there is no sound. */
  durationSeconds: number | null;
  streams?: RecordingStreams | null;
  /** Longer than what the file has; null: it keeps its promise, or makes none. */
  promisedSeconds?: number | null;
}

/** @param options.isWhole false: the rest of the file is missing */
export type MeasureAudio = (file: File, options?: { isWhole: boolean }) => Promise<MeasuredAudio | null>;

const enoughSteps = 24;
const toleratedSeconds = 1;
const mostBoxes = 100;

/** Null: not audio, by the same rules as the server. */
export const measureAudio: MeasureAudio = async (file, { isWhole } = { isWhole: true }) => {
  const read = async (offset: number) =>
    new Uint8Array(await file.slice(offset, offset + sniffBytes).arrayBuffer());
  if ((await sniffContent(read)) === null) return null;
  if (isWhole && (await lacksIndex(file))) return { durationSeconds: 0 };
  const { ADTS, BlobSource, EncodedPacketSink, FLAC, Input, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } =
    await import('mediabunny');
  // R1.7, without playlists, which would fetch other files.
  const formats = [MP3, MP4, QTFF, ADTS, WAVE, FLAC, OGG, WEBM, MATROSKA];
  const input = new Input({ source: new BlobSource(file), formats });
  try {
    if (!(await input.canRead())) return { durationSeconds: null };
    const tracks = await input.getAudioTracks();
    const [track] = tracks;
    if (track === undefined) return { durationSeconds: null };
    if (tracks.length > 1) {
      const ends = await Promise.all(tracks.map((one) => one.computeDuration()));
      const names = tracks.map((one, index) => one.name ?? `Track ${index + 1}`);
      return { durationSeconds: isWhole ? Math.max(...ends) : null, streams: { names } };
    }
    const told = await track.getDurationFromMetadata();
    const format = await input.getFormat();
    if (!isWhole || told === null || (format !== MP4 && format !== QTFF))
      return { durationSeconds: told || (isWhole ? await track.computeDuration() : null) };
    const sink = new EncodedPacketSink(track);
    const isThere = async (at: number) =>
      (await sink.getPacket(at, { metadataOnly: false }).catch(() => null)) !== null;
    if (await isThere(told)) return { durationSeconds: told };
    let [there, missing] = [0, told];
    for (let step = 0; step < enoughSteps && missing - there > toleratedSeconds / 10; step += 1) {
      const middle = (there + missing) / 2;
      if (await isThere(middle)) there = middle;
      else missing = middle;
    }
    const isShorter = told - there > toleratedSeconds;
    return { durationSeconds: isShorter ? there : told, promisedSeconds: isShorter ? told : null };
  } finally {
    input.dispose();
  }
};

/** MP4 and MOV: the recorder died before it wrote where the sound is. */
async function lacksIndex(file: File): Promise<boolean> {
  let at = 0;
  for (let boxes = 0; boxes < mostBoxes && at + 16 <= file.size; boxes += 1) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer());
    const kind = String.fromCharCode(...new Uint8Array(head.buffer, 4, 4));
    if (boxes === 0 && kind !== 'ftyp') return false;
    if (kind === 'moov' || kind === 'moof') return false;
    const short = head.getUint32(0);
    const bytes = short === 1 ? Number(head.getBigUint64(8)) : short;
    if (bytes < 8) return true;
    at += bytes;
  }
  return at > 0;
}
