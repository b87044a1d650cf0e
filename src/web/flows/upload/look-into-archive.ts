import { baseName, readRecordingArchive } from '#contract/recording-archives.ts';
import { isZip, type ZipEntry } from '#contract/zip-directory.ts';
import type { ArchiveContents } from '#machines/upload/upload.setup.ts';
import type { MeasureAudio } from './measure-audio.ts';
import type { HearRecordings } from './sound-of.ts';

/** Both lengths, because the user may know better how the recordings go together. */
export type MeasuredContents = Omit<ArchiveContents, 'estimates'> & {
  seconds: Record<ArchiveContents['kind'], number | null>;
};

/** Contains a recording's header and possibly its length. */
const headBytes = 256 * 1024;
/** Of a compressed recording: minutes of speech. */
const heardBytes = 24 * 1024 * 1024;
const mostHeard = 12;

const read = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

export const isArchive = async (file: File): Promise<boolean> => isZip(await read(file.slice(0, 4)));

/** The longest track or the sum of parts; null unless every length is known. @throws ZipRefused */
export async function lookIntoArchive(
  file: File,
  { measure, hear }: { measure: MeasureAudio; hear: HearRecordings },
): Promise<{ durationSeconds: number | null; contents: MeasuredContents | null }> {
  const source = {
    sizeBytes: file.size,
    read: (offset: number, length: number) => read(file.slice(offset, offset + length)),
    text: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
  };
  const measured = new Map<string, number | null>();
  const secondsOf = (entries: readonly ZipEntry[]) =>
    Promise.all(
      entries.map(async (entry) => {
        const seconds = await lengthOf(entry);
        measured.set(entry.name, seconds);
        return seconds;
      }),
    );
  async function soundOf(entries: readonly ZipEntry[]): Promise<Float32Array[] | null> {
    if (entries.length > mostHeard) return null;
    const recordings: File[] = [];
    for (const entry of entries)
      recordings.push(new File([await unpacked(file, entry, heardBytes)], entry.name));
    return hear(recordings).catch(() => null);
  }
  async function lengthOf(entry: ZipEntry): Promise<number | null> {
    const isWhole = entry.method === 'stored';
    // Headers of other formats have no length, or one computed from the size.
    if (!isWhole && !/\.flac$/i.test(entry.name)) return null;
    const recording = new File([await unpacked(file, entry, headBytes)], entry.name);
    return (await measure(recording, { isWhole }).catch(() => null))?.durationSeconds ?? null;
  }
  const {
    kind,
    isSure,
    broken: unreadable,
    ...archive
  } = await readRecordingArchive(
    source,
    async (entry, mostBytes) => read((await unpacked(file, entry, mostBytes)).slice(0, mostBytes)),
    { secondsOf, soundOf },
  );
  const all = await Promise.all(
    archive.recordings.map(async ({ name, entry }) => ({
      name,
      entry,
      seconds: measured.get(entry.name) ?? (await lengthOf(entry)),
    })),
  );
  // A recorder that died leaves a header without sound.
  const empty = all.filter(({ seconds }) => seconds === 0);
  const recordings = empty.length < all.length ? all.filter(({ seconds }) => seconds !== 0) : all;
  const broken = [
    ...unreadable,
    ...(recordings === all ? [] : empty.map(({ entry }) => baseName(entry.name))),
  ];
  const lengths = recordings.map(({ seconds }) => seconds);
  const known = lengths.filter((length) => length !== null);
  const sum = known.reduce((total, length) => total + length, 0);
  const isSingle = kind === 'parts' && recordings.length === 1 && broken.length === 0;
  const isKnown = known.length === lengths.length;
  const seconds = { tracks: isKnown ? Math.max(...known) : null, parts: isKnown ? sum : null };
  const names = recordings.map(({ name }) => name);
  return {
    durationSeconds: seconds[kind],
    contents: isSingle ? null : { kind, isSure: isSure || names.length === 1, names, broken, seconds },
  };
}

async function unpacked(file: File, entry: ZipEntry, mostBytes: number): Promise<Blob> {
  const end = entry.offset + entry.storedBytes;
  if (entry.method === 'stored') return file.slice(entry.offset, end);
  const packed = file.slice(entry.offset, Math.min(end, entry.offset + 2 * mostBytes));
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    while (bytes < mostBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      bytes += value.length;
    }
  } catch {
    // The server will find out.
  }
  reader.cancel().catch(() => undefined);
  return new Blob(chunks);
}
