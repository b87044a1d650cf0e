import { clockWithHours } from '#contract/dates.ts';
import type { IntakeAccount, IntakeQuestion } from '#contract/intake-account.ts';
import { withDistinctNames } from '#contract/recording-archives.ts';
import { AudioError, AudioTooLong, AudioUnreadable, UnsupportedAudio } from './errors.ts';
import { type Listened, listenTo } from './listen.ts';
import { findMix, findRepeats } from './mixes.ts';
import { type AudioStream, type ProbedFile, probeAudio } from './probe.ts';
import { type AudioFormat, sniffAudioFile } from './sniff.ts';

/** A stream of a file, heard once. */
export interface Voice {
  name: string;
  path: string;
  format: AudioFormat;
  stream: AudioStream;
  probed: ProbedFile;
  listened: Listened;
  /** Null: the container's time of its first sample becomes zero. */
  originSeconds: number | null;
  /** Whether it has to be written anew, because decoding it plainly would lose its silences or a voice. */
  isUneven: boolean;
  durationSeconds: number;
}

export interface HeardRecording {
  kind: 'single' | 'multitrack' | 'parts';
  voices: Voice[];
  durationSeconds: number;
  account: IntakeAccount;
}

interface Source {
  name: string;
  path: string;
}

interface HearOptions {
  maxSeconds: number;
  signal: AbortSignal;
}

/** Shorter gaps and later starts than these are not worth another encoding. */
const LEAST_GAPS_SECONDS = 1;
const LEAST_START_SECONDS = 0.3;
const MOST_STREAMS = 64;
/** No recorder writes less or more; a header that says so makes hours of seconds, or seconds of hours. */
const LEAST_SAMPLE_RATE = 1_000;
const MOST_SAMPLE_RATE = 768_000;
const TOLERATED_SECONDS = 1;
const TOLERATED_SHARE = 0.01;

interface OpenedFile extends Source {
  format: AudioFormat;
  probed: ProbedFile;
}

async function openFile(source: Source, { maxSeconds, signal }: HearOptions): Promise<OpenedFile> {
  const { format } = await sniffAudioFile(source.path);
  const probed = await probeAudio(source.path, format, signal);
  if (probed.streams.length > MOST_STREAMS)
    throw new UnsupportedAudio(`This file has more than ${MOST_STREAMS} audio tracks.`);
  const headerSeconds = (probed.headerSeconds ?? 0) - Math.max(0, probed.startSeconds);
  if (headerSeconds > maxSeconds + TOLERATED_SECONDS && probed.streams.some(isUsable))
    throw new AudioTooLong(maxSeconds);
  return { ...source, format, probed };
}

function isUsable({ sampleRate }: AudioStream): boolean {
  return sampleRate === null || (sampleRate >= LEAST_SAMPLE_RATE && sampleRate <= MOST_SAMPLE_RATE);
}

async function hearStream(
  file: OpenedFile,
  stream: AudioStream,
  originSeconds: number | null,
  { maxSeconds, signal }: HearOptions,
): Promise<Voice> {
  if (!isUsable(stream)) throw new AudioUnreadable(`A sample rate of ${stream.sampleRate} Hz.`);
  const listened = await listenTo(file.path, file.format, stream, { originSeconds, maxSeconds, signal });
  const startsAt = originSeconds === null ? 0 : file.probed.startSeconds - originSeconds;
  const hasGaps = listened.gapSeconds >= (originSeconds === null ? LEAST_GAPS_SECONDS : LEAST_START_SECONDS);
  const isUneven = hasGaps || listened.weights !== null || Math.abs(startsAt) >= LEAST_START_SECONDS;
  return {
    name: file.name,
    path: file.path,
    format: file.format,
    stream,
    probed: file.probed,
    listened,
    originSeconds,
    isUneven,
    durationSeconds: listened.durationSeconds - (isUneven ? 0 : listened.gapSeconds),
  };
}

/** One file: its only stream, or each of its audio streams as the track of a speaker. @throws AudioError */
export async function hearFile(path: string, options: HearOptions): Promise<HeardRecording> {
  const file = await openFile({ name: '', path }, options);
  const { streams, startSeconds, promisedSeconds, hasVideo } = file.probed;
  const isOne = streams.length === 1;
  const voices: Voice[] = [];
  const unreadable: { name: string; error: unknown }[] = [];
  for (const stream of streams) {
    const name = stream.title ?? `Track ${stream.index + 1}`;
    try {
      voices.push({ ...(await hearStream(file, stream, isOne ? null : startSeconds, options)), name });
    } catch (error) {
      if (isOne || !isOfFile(error)) throw error;
      unreadable.push({ name, error });
    }
  }
  if (voices.length === 0) throw unreadable[0]?.error;
  const { kept, leftOut } = choose(voices, { mayRepeat: false });
  const broken = unreadable.map(({ name }) => brokenLine(name));
  const decodedSeconds = longest(voices);
  const missing = hasVideo ? null : shorter(promisedSeconds, decodedSeconds);
  return heard(kept.length === 1 ? 'single' : 'multitrack', kept, {
    found: streams.length,
    part: 'streams',
    leftOut: [...broken, ...leftOut],
    promisedSeconds,
    decodedSeconds,
    questions: missing === null ? [] : [missing],
  });
}

/** Tracks, all from one zero, or parts, one after another. Goes on without those it cannot read. @throws AudioError */
export async function hearFiles(
  sources: readonly Source[],
  options: HearOptions & { kind: 'tracks' | 'parts'; found: number; broken: readonly string[] },
): Promise<HeardRecording> {
  const files: OpenedFile[] = [];
  const failures = new Map<string, unknown>();
  for (const source of sources) {
    try {
      files.push(await openFile(source, options));
    } catch (error) {
      if (!isOfFile(error)) throw ofRecording(error, source.name);
      failures.set(source.name, error);
    }
  }
  const areTracks = options.kind === 'tracks';
  // Clocks that count from elsewhere say when a track begins only if all of them do.
  const origin = Math.min(...files.map(({ probed }) => probed.startSeconds));
  const originSeconds = areTracks ? (origin > 1 ? origin : 0) : null;
  const voices: Voice[] = [];
  let promisedSeconds = 0;
  let partSeconds = 0;
  for (const file of files) {
    try {
      const [first, ...others] = await hearStreams(file, originSeconds, options);
      if (first === undefined) continue;
      voices.push(...(areTracks ? [first, ...others] : [first]));
      partSeconds += first.durationSeconds;
      const promised = file.probed.promisedSeconds ?? first.durationSeconds;
      promisedSeconds = areTracks ? Math.max(promisedSeconds, promised) : promisedSeconds + promised;
    } catch (error) {
      if (!isOfFile(error)) throw ofRecording(error, file.name);
      failures.set(file.name, error);
    }
    if (!areTracks && partSeconds > options.maxSeconds) throw new AudioTooLong(options.maxSeconds);
  }
  if (voices.length === 0) {
    const [[name, error] = ['', new UnsupportedAudio()]] = failures;
    throw ofRecording(error, name);
  }
  const { kept, leftOut } = areTracks ? choose(voices, { mayRepeat: true }) : { kept: voices, leftOut: [] };
  const broken = [...options.broken, ...failures.keys()];
  const decodedSeconds = areTracks ? longest(kept) : partSeconds;
  const missing = shorter(promisedSeconds, decodedSeconds);
  const isSingle = !areTracks && kept.length === 1;
  return heard(areTracks ? 'multitrack' : isSingle ? 'single' : 'parts', kept, {
    found: options.found + options.broken.length,
    part: areTracks ? 'tracks' : 'parts',
    leftOut: [...broken.map(brokenLine), ...leftOut],
    promisedSeconds,
    decodedSeconds,
    questions: [
      ...(broken.length > 0 ? [withoutQuestion(broken, decodedSeconds)] : []),
      ...(missing === null ? [] : [missing]),
    ],
  });
}

/** Those with sound, or the first. */
async function hearStreams(file: OpenedFile, originSeconds: number | null, options: HearOptions) {
  const { streams } = file.probed;
  const voices: Voice[] = [];
  for (const stream of streams) {
    const voice = await hearStream(file, stream, originSeconds, options);
    const name = streams.length === 1 ? file.name : `${file.name} ${stream.title ?? stream.index + 1}`;
    voices.push({ ...voice, name });
  }
  const loud = voices.filter(({ listened }) => !listened.isSilent);
  return loud.length > 0 ? loud : voices.slice(0, 1);
}

type LeftOut = IntakeAccount['leftOut'][number];

function choose(voices: readonly Voice[], { mayRepeat }: { mayRepeat: boolean }) {
  const leftOut: LeftOut[] = [];
  const drop = (all: readonly Voice[], out: readonly number[], code: string, why: string) => {
    for (const index of out)
      leftOut.push({ code, count: 1, sentence: `“${all[index]?.name}” is left out: ${why}` });
    return all.filter((_, index) => !out.includes(index));
  };
  const heardBy = (all: readonly Voice[]) =>
    all.map(({ name, listened }) => ({ name, loudness: listened.loudness }));
  const silent = voices.flatMap(({ listened }, index) => (listened.isSilent ? [index] : []));
  let kept: readonly Voice[] = voices;
  if (!mayRepeat && silent.length < voices.length)
    kept = drop(kept, silent, 'silentTrack', 'it has no sound.');
  if (!mayRepeat)
    kept = drop(kept, findRepeats(heardBy(kept)), 'repeatedTrack', 'it is the same as another.');
  const mix = findMix(heardBy(kept));
  if (mix !== null) kept = drop(kept, [mix], 'mixOfTracks', 'it is a mix of the other tracks.');
  return { kept: withDistinctNames([...kept]), leftOut };
}

function heard(
  kind: HeardRecording['kind'],
  voices: Voice[],
  about: {
    part: 'streams' | 'tracks' | 'parts';
    found: number;
    leftOut: LeftOut[];
    promisedSeconds: number | null;
    decodedSeconds: number;
    questions: IntakeQuestion[];
  },
): HeardRecording {
  const durationSeconds =
    kind === 'parts' ? voices.reduce((sum, voice) => sum + voice.durationSeconds, 0) : longest(voices);
  return {
    kind,
    voices,
    durationSeconds,
    account: {
      words: null,
      clock: null,
      parts: [{ part: about.part, found: about.found, used: voices.length }],
      length: {
        headerMs: about.promisedSeconds === null ? null : milliseconds(about.promisedSeconds),
        containerMs: null,
        decodedMs: milliseconds(about.decodedSeconds),
        usedMs: milliseconds(durationSeconds),
      },
      leftOut: about.leftOut,
      questions: about.questions,
    },
  };
}

const milliseconds = (seconds: number) => Math.round(seconds * 1000);

const longest = (voices: readonly Voice[]) => Math.max(...voices.map((voice) => voice.durationSeconds));

/** A fault of this file, not of the server or of the user's limits. */
const isOfFile = (error: unknown) =>
  error instanceof AudioError && (error.code === 'audioUnreadable' || error.code === 'unsupportedAudio');

const brokenLine = (name: string): LeftOut => ({
  code: 'unreadableTrack',
  count: 1,
  sentence: `“${name.slice(0, 200)}” is left out: we could not read it.`,
});

const choices = (usedSeconds: number, label: string) => [
  { id: 'use', label, lengthMs: milliseconds(usedSeconds) },
  { id: 'other', label: 'Choose another file', lengthMs: null },
];

function shorter(promisedSeconds: number | null, decodedSeconds: number): IntakeQuestion | null {
  const tolerated = Math.max(TOLERATED_SECONDS, TOLERATED_SHARE * (promisedSeconds ?? 0));
  if (promisedSeconds === null || promisedSeconds - decodedSeconds <= tolerated) return null;
  return {
    id: 'shorter',
    sentence: `This file says it is ${clockWithHours(Math.round(promisedSeconds))} long, but we can read only ${clockWithHours(Math.round(decodedSeconds))}.`,
    choices: choices(decodedSeconds, 'Use what we can read'),
    assumed: 'use',
  };
}

function withoutQuestion(names: readonly string[], usedSeconds: number): IntakeQuestion {
  const named = names.map((name) => `“${name.slice(0, 60)}”`).slice(0, 4);
  const more = names.length > named.length ? ` and ${names.length - named.length} more` : '';
  return {
    id: 'without',
    sentence: `We could not read ${named.join(', ')}${more}. Continue without ${names.length === 1 ? 'it' : 'them'}?`,
    choices: choices(usedSeconds, `Continue without ${names.length === 1 ? 'it' : 'them'}`),
    assumed: 'use',
  };
}

function ofRecording(error: unknown, name: string): unknown {
  if (!(error instanceof AudioError) || error.code === 'decoderMissing') return error;
  return AudioError.inZip(error, name);
}
