import { readZipDirectory, type ZipEntry, ZipRefused, type ZipSource } from './zip-directory.ts';

/** Tracks have the same zero point; parts follow one another. */
export interface RecordingArchive {
  kind: 'tracks' | 'parts';
  recordings: { name: string; entry: ZipEntry }[];
}

const MOST_RECORDINGS = 64;
const MOST_LIST_BYTES = 64 * 1024;
const LONGEST_NAME = 100;
const recordingName = /\.(aac|aif|aiff|flac|m4a|m4b|mka|mkv|mov|mp3|mp4|oga|ogg|opus|wav|webm|wma)$/i;
/** Craig's: "2-bob.flac". */
const trackName = /^(\d{1,3})-(.+)\.[^.]+$/;
const collator = new Intl.Collator('en', { numeric: true });

/** "part 2" before "part 10". */
export const naturalOrder = (first: string, second: string): number => collator.compare(first, second);

const isTrackList = (name: string): boolean => /(^|\/)info\.txt$/i.test(name);

/**
 * Tracks are numbered files; Craig's info.txt has their names. @throws ZipRefused, also without a recording
 */
export async function readRecordingArchive(
  source: ZipSource,
  unpack: (entry: ZipEntry) => Promise<Uint8Array>,
): Promise<RecordingArchive> {
  const entries = (await readZipDirectory(source)).filter(({ name }) => !isHidden(name));
  const recordings = entries
    .filter(({ name, sizeBytes }) => recordingName.test(name) && sizeBytes > 0)
    .sort((first, second) => naturalOrder(first.name, second.name));
  if (recordings.length === 0)
    throw new ZipRefused(
      'There is no recording in this zip that we can read. Try MP3, or see Tips and Tricks.',
    );
  if (recordings.length > MOST_RECORDINGS)
    throw new ZipRefused(`This zip has more than ${MOST_RECORDINGS} recordings. Choose fewer.`);
  const list = entries.find(({ name, sizeBytes }) => isTrackList(name) && sizeBytes <= MOST_LIST_BYTES);
  const listed = list === undefined ? [] : tracksListed(source.text(await unpack(list)));
  const numbered = recordings.map((entry) => ({ entry, ...numberOf(baseName(entry.name)) }));
  if (!areTracks(numbered, listed))
    return { kind: 'parts', recordings: recordings.map((entry) => ({ name: baseName(entry.name), entry })) };
  const tracks = numbered
    .flatMap(({ number, ...rest }) => (number === null ? [] : { number, ...rest }))
    .sort((first, second) => first.number - second.number)
    .map(({ number, label, entry }) => ({ name: listed[number - 1] ?? label, entry }));
  return { kind: 'tracks', recordings: withDistinctNames(tracks) };
}

/** The names after "Tracks:" in Craig's info.txt, without account numbers. */
export function tracksListed(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const from = lines.findIndex((line) => /^tracks:\s*$/i.test(line)) + 1;
  if (from === 0) return [];
  const until = lines.findIndex((line, index) => index >= from && !/^\s+\S/.test(line));
  return lines
    .slice(from, until === -1 ? undefined : until)
    .map((line) => personOf(line.trim().replace(/\s+\(\d+\)$/, '')));
}

interface Numbered {
  number: number | null;
  label: string;
}

/** "1-part" and "2-part" are parts, unless a list names them. */
function areTracks(recordings: readonly Numbered[], listed: readonly string[]): boolean {
  const differ = (values: readonly unknown[]) => new Set(values).size === recordings.length;
  const isNumbered =
    recordings.every(({ number }) => number !== null) && differ(recordings.map(({ number }) => number));
  if (!isNumbered) return false;
  if (listed.length > 0) return true;
  return (
    recordings.length > 1 &&
    differ(recordings.map(({ label }) => label.toLowerCase().replace(/[\d\s_-]/g, '')))
  );
}

function numberOf(name: string): Numbered {
  const [, number, label = ''] = trackName.exec(name) ?? [];
  return number === undefined
    ? { number: null, label: name }
    : { number: Number(number), label: personOf(label) };
}

function personOf(name: string): string {
  return name.replace(/(#\d{1,4}|_(0|\d{4}))$/, '').slice(0, LONGEST_NAME) || 'Track';
}

function withDistinctNames(tracks: RecordingArchive['recordings']): RecordingArchive['recordings'] {
  const isShared = (name: string) => tracks.filter((track) => track.name === name).length > 1;
  return tracks.map(({ name, entry }, index) => ({
    name: isShared(name) ? `${name} (track ${index + 1})` : name,
    entry,
  }));
}

const baseName = (path: string): string => path.replace(/^.*[/\\]/s, '');

function isHidden(path: string): boolean {
  return path.split(/[/\\]/).some((part) => /^\.[^.]/.test(part) || part === '__MACOSX');
}
