import { audioEndings, sniffBytes, sniffContent } from './audio-formats.ts';
import { kindBySound } from './recorded-together.ts';
import { readZipDirectory, type ZipEntry, ZipRefused, type ZipSource } from './zip-directory.ts';

/** Tracks play at the same time, parts one after another. */
export type ArchiveKind = 'tracks' | 'parts';

/** What the user decided about a zip, or about several files. */
export interface Arrangement {
  arrangement?: ArchiveKind | null | undefined;
  /** Names of recordings to leave out. */
  without?: readonly string[] | undefined;
}

/** Lengths in seconds by their headers; null where the header has none. */
export type SecondsOf = (recordings: readonly ZipEntry[]) => Promise<(number | null)[]>;

/** Loudness from the beginning, by windows of `togetherWindowSeconds`; null where they cannot be heard. */
export type SoundOf = (recordings: readonly ZipEntry[]) => Promise<readonly Float32Array[] | null>;

export interface RecordingArchive {
  /** Tracks have the same zero point; parts follow one another. */
  kind: ArchiveKind;
  /** Whether names, lengths, dates and sound leave no doubt. */
  isSure: boolean;
  recordings: { name: string; entry: ZipEntry }[];
  /** Named like a recording, without being one. */
  broken: string[];
}

const MOST_RECORDINGS = 64;
const MOST_LIST_BYTES = 64 * 1024;
const MOST_CANDIDATES = 400;
const LONGEST_NAME = 100;
const TOLERATED_SECONDS = 2;
const TOLERATED_SHARE = 0.005;
const LONGEST_BREAK_SECONDS = 3 * 3600;
const LONGEST_GUESSED_PERSON_WORDS = 3;
const recordingName = new RegExp(`\\.(${audioEndings.join('|')})$`, 'i');
const otherName =
  /\.(txt|md|json|csv|tsv|srt|vtt|sbv|lrc|html?|xml|pdf|docx?|odt|rtf|jpe?g|png|gif|webp|svg|zip|exe|aup3?)$/i;
/** Craig's: "2-bob.flac". */
const trackName = /^(\d{1,3})-(.+)\.[^.]+$/;
const partName =
  /(^|[\s_.(-])(part|pt|teil|parte|partie|disc|disk|cd|tape|half|section)[\s_.-]*(\d+|[ivx]+|[a-d]|one|two|three|four)?([\s_.)-]|$)/i;
/** Of one evening, in the words of its day. */
const timeName =
  /(^|[\s_.(-])(before|after|beginning|start|end|first|second|third|intro|outro|anfang|ende|vor|nach)([\s_.)-]|$)/i;
/** Recorders': "ZOOM0001_Tr2", "_LR", "Track 3", "Mic 1". */
const inputName =
  /(^|[\s_.-]|(?<=\d))(s(?=\d\d$)|tr|trk|track|spur|mic|mono|ch|channel|input|lr|l|r)[\s_.-]*(\d{0,2})$/i;
const collator = new Intl.Collator('en', { numeric: true });

/** "part 2" before "part 10". */
export const naturalOrder = (first: string, second: string): number => collator.compare(first, second);

const isTrackList = (name: string): boolean => /(^|\/)info\.txt$/i.test(name);

/**
 * A recording is what its content says. Names, lengths and dates together say whether they are tracks, and their sound where those
 * leave a doubt; Craig's info.txt has the names.
 * @param unpack up to so many bytes from the beginning @throws ZipRefused, also without a recording
 */
export async function readRecordingArchive(
  source: ZipSource,
  unpack: (entry: ZipEntry, mostBytes: number) => Promise<Uint8Array>,
  {
    arrangement = null,
    without = [],
    secondsOf,
    soundOf,
  }: Arrangement & { secondsOf?: SecondsOf; soundOf?: SoundOf } = {},
): Promise<RecordingArchive> {
  const entries = (await readZipDirectory(source)).filter(({ name }) => !isHidden(name));
  const candidates = entries
    .filter(({ name, sizeBytes }) => sizeBytes > 0 && (recordingName.test(name) || !otherName.test(name)))
    .sort((first, second) => naturalOrder(first.name, second.name));
  if (candidates.filter(({ name }) => recordingName.test(name)).length > MOST_RECORDINGS)
    throw new ZipRefused(`This zip has more than ${MOST_RECORDINGS} recordings. Choose fewer.`);
  const list = entries.find(({ name, sizeBytes }) => isTrackList(name) && sizeBytes <= MOST_LIST_BYTES);
  const listed = list === undefined ? [] : tracksListed(source.text(await unpack(list, MOST_LIST_BYTES)));
  const recordings: ZipEntry[] = [];
  const broken: string[] = [];
  for (const entry of candidates.slice(0, MOST_CANDIDATES)) {
    if (await isRecording(entry, unpack)) recordings.push(entry);
    else if (recordingName.test(entry.name)) broken.push(baseName(entry.name));
  }
  if (recordings.length === 0) throw nothingIn(entries, broken);
  if (recordings.length > MOST_RECORDINGS)
    throw new ZipRefused(`This zip has more than ${MOST_RECORDINGS} recordings. Choose fewer.`);
  const numbered = recordings.map((entry) => ({ entry, ...numberOf(baseName(entry.name)) }));
  const byNames = guessKind(
    recordings.map(({ name }) => baseName(name)),
    listed,
  );
  const isOpen = arrangement === null && listed.length === 0 && recordings.length > 1;
  const seconds = isOpen ? await secondsOf?.(recordings) : undefined;
  const byTimes = seconds
    ? kindByTimes(
        recordings.map(({ modifiedMs }, index) => ({ modifiedMs, seconds: seconds[index] ?? null })),
      )
    : null;
  const byNamesAndTimes = together(byNames, byTimes);
  const sound = isOpen && !byNamesAndTimes.isSure ? await soundOf?.(recordings) : null;
  const bySound = sound ? kindBySound(sound) : null;
  const guess = bySound === null ? byNamesAndTimes : { kind: bySound, isSure: true };
  const kind = arrangement ?? guess.kind;
  const people = guess.isSure || listed.length > 0 ? new Map<ZipEntry, string>() : peopleIn(recordings);
  const named =
    kind === 'parts'
      ? recordings.map((entry) => ({ name: baseName(entry.name), entry }))
      : withDistinctNames(
          numbered
            .sort((first, second) => (first.number ?? Infinity) - (second.number ?? Infinity) || 0)
            .map(({ number, label, entry }) => ({
              name: listed[(number ?? 0) - 1] ?? people.get(entry) ?? label,
              entry,
            })),
        );
  const used = named.filter(
    ({ name, entry }) => !without.includes(name) && !without.includes(baseName(entry.name)),
  );
  return {
    kind,
    isSure: guess.isSure,
    recordings: used.length > 0 ? used : named,
    broken: broken.filter((name) => !without.includes(name)),
  };
}

async function isRecording(
  entry: ZipEntry,
  unpack: (entry: ZipEntry, mostBytes: number) => Promise<Uint8Array>,
): Promise<boolean> {
  const read = async (offset: number) =>
    (await unpack(entry, offset + sniffBytes)).subarray(offset, offset + sniffBytes);
  return (await sniffContent(read)) !== null;
}

function nothingIn(entries: readonly ZipEntry[], broken: readonly string[]): ZipRefused {
  const [first] = broken;
  if (first !== undefined)
    return new ZipRefused(
      `“${first.slice(0, LONGEST_NAME)}” in this zip is not audio that we can read. Try MP3, or see Tips and Tricks.`,
    );
  if (entries.some(({ name }) => name === 'word/document.xml'))
    return new ZipRefused(
      'This is a Word document, not a recording. If it is a transcript, save it as text or as VTT, and import that.',
    );
  if (
    entries.some(
      ({ name }) => name === '[Content_Types].xml' || name === 'mimetype' || name === 'content.xml',
    )
  )
    return new ZipRefused(
      'This is a document, not a recording. If it is a transcript, save it as text or as VTT, and import that.',
    );
  return new ZipRefused(
    'There is no recording in this zip that we can read. Try MP3, or see Tips and Tricks.',
  );
}

/** By names alone. Of names that are nobody's and no part's, only the user knows. */
export function guessKind(
  names: readonly string[],
  listed: readonly string[],
): { kind: ArchiveKind; isSure: boolean } {
  const numbered = names.map(numberOf);
  const stems = names.map(stemOf);
  if (areTracks(numbered, listed)) return { kind: 'tracks', isSure: true };
  if (names.length === 1) return { kind: 'parts', isSure: true };
  if (stems.some((stem) => partName.test(stem))) return { kind: 'parts', isSure: true };
  if (stems.every((stem) => timeName.test(stem))) return { kind: 'parts', isSure: false };
  const inputs = stems.map((stem) => inputName.exec(stem));
  const stemsOfInputs = new Set(stems.map((stem) => stem.replace(inputName, '')));
  if (inputs.every((match) => match !== null) && stemsOfInputs.size === 1)
    return { kind: 'tracks', isSure: inputs.some((match) => !/^(track|spur)$/i.test(match?.[2] ?? '')) };
  const labels = stems.map((stem) => stem.toLowerCase().replace(/[\d\s_.:()-]/g, ''));
  if (new Set(labels).size === 1) return { kind: 'parts', isSure: true };
  const areDistinct = new Set(labels).size === labels.length;
  const couldBePeople = withoutShared(stems).every(
    (stem) => !/\d{3}/.test(stem) && stem.split(/[\s_-]+/).length <= LONGEST_GUESSED_PERSON_WORDS,
  );
  return { kind: areDistinct && couldBePeople ? 'tracks' : 'parts', isSure: false };
}

/** As long as each other: tracks. One begins when another has ended: parts. Null: either could be. */
export function kindByTimes(
  recordings: readonly { seconds: number | null; modifiedMs: number | null }[],
): ArchiveKind | null {
  const lengths = recordings.map(({ seconds }) => seconds ?? 0);
  const longest = Math.max(...lengths);
  if (recordings.length < 2 || Math.min(...lengths) <= 0) return null;
  const tolerated = Math.min(longest / 10, Math.max(TOLERATED_SECONDS, longest * TOLERATED_SHARE));
  const spans = recordings
    .map(({ modifiedMs }, index) => ({
      end: (modifiedMs ?? Number.NaN) / 1000,
      seconds: lengths[index] ?? 0,
    }))
    .sort((one, other) => one.end - other.end);
  const isAfter = spans.slice(1).every(({ end, seconds }, index) => {
    const pause = end - seconds - (spans[index]?.end ?? Number.NaN);
    return pause >= -tolerated && pause <= LONGEST_BREAK_SECONDS;
  });
  if (isAfter) return 'parts';
  return longest - Math.min(...lengths) <= tolerated ? 'tracks' : null;
}

/** Where sure names and times disagree, the user is asked, and names decide if nobody is there. */
function together(byNames: { kind: ArchiveKind; isSure: boolean }, byTimes: ArchiveKind | null) {
  if (byTimes === null) return byNames;
  if (byNames.isSure && byTimes !== byNames.kind) return { kind: byNames.kind, isSure: false };
  return { kind: byTimes, isSure: true };
}

/** Who recorded which file, where more than the person is in each name; whole words only. */
function peopleIn(recordings: readonly ZipEntry[]): Map<ZipEntry, string> {
  const stems = recordings.map(({ name }) => stemOf(baseName(name)));
  const meeting = stems.map((stem) => /^audio(\p{L}.*?)\d{6,}$/u.exec(stem)?.[1]);
  const edges = stems.map((stem) => stem.split(/([\s_.-]+)/));
  const own = meeting.filter(Boolean).length >= 2 ? meeting : wordsOfTheirOwn(edges);
  return new Map(
    recordings.flatMap((entry, index) => {
      const name = own[index] ?? '';
      return /\p{L}{2}/u.test(name) ? [[entry, personOf(name)] as const] : [];
    }),
  );
}

function wordsOfTheirOwn(edges: readonly string[][]): string[] {
  const least = Math.min(...edges.map(({ length }) => length));
  const isShared = (at: number) => edges.every((parts) => parts.at(at) === edges[0]?.at(at));
  let [before, after] = [0, 0];
  while (before < least - 1 && isShared(before)) before += 1;
  while (after < least - before - 1 && isShared(-1 - after)) after += 1;
  return edges.map((parts) =>
    parts
      .slice(before, parts.length - after)
      .join('')
      .replace(/^[\s_.-]+|[\s_.-]+$/g, ''),
  );
}

/** Zoom, Riverside and others put the meeting before or after each person: "riverside_marla_session-12". */
function withoutShared(stems: readonly string[]): string[] {
  if (stems.length < 2) return [...stems];
  const [one = ''] = stems;
  const shared = (side: (text: string, length: number) => string) => {
    let length = 0;
    while (length < one.length && stems.every((stem) => side(stem, length + 1) === side(one, length + 1)))
      length += 1;
    return length;
  };
  const before = shared((text, length) => text.slice(0, length));
  const after = shared((text, length) => text.slice(-length));
  return stems.map((stem) =>
    stem.length < before + after
      ? ''
      : stem.slice(before, stem.length - after).replace(/^[\s_.-]+|[\s_.-]+$/g, ''),
  );
}

/** The names after "Tracks:" in Craig's info.txt, without account numbers. */
function tracksListed(text: string): string[] {
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
  // A mix that was added has no number.
  const withNumber = recordings.filter(({ number }) => number !== null);
  const isListed =
    withNumber.length > 0 && new Set(withNumber.map(({ number }) => number)).size === withNumber.length;
  if (listed.length > 0 && isListed) return true;
  const isNumbered =
    recordings.every(({ number }) => number !== null) && differ(recordings.map(({ number }) => number));
  if (!isNumbered) return false;
  return (
    recordings.length > 1 &&
    differ(recordings.map(({ label }) => label.toLowerCase().replace(/[\d\s_-]/g, '')))
  );
}

function numberOf(name: string): Numbered {
  const [, number, label = ''] = trackName.exec(name) ?? [];
  return number === undefined
    ? { number: null, label: personOf(stemOf(name)) }
    : { number: Number(number), label: personOf(label) };
}

function personOf(name: string): string {
  return name.replace(/(#\d{1,4}|_(0|\d{4}))$/, '').slice(0, LONGEST_NAME) || 'Track';
}

export function withDistinctNames<Named extends { name: string }>(tracks: readonly Named[]): Named[] {
  const isShared = (name: string) => tracks.filter((track) => track.name === name).length > 1;
  return tracks.map((track, index) => ({
    ...track,
    name: isShared(track.name) ? `${track.name} (track ${index + 1})` : track.name,
  }));
}

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '') || name;

/** Without folders. */
export const baseName = (path: string): string => path.replace(/^.*[/\\]/s, '');

function isHidden(path: string): boolean {
  return path.split(/[/\\]/).some((part) => /^\.[^.]/.test(part) || part === '__MACOSX');
}
