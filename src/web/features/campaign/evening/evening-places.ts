import type {
  Chapter,
  Evening,
  Evidence,
  IndexedName,
  Pointer,
  Timeline,
} from '#contract/analysis-result.ts';
import { chapterTitle } from '#contract/evening-text.ts';
import type { SoundMark } from '#contract/sound-lanes.ts';
import { countOf } from '#web/ui/count-of.ts';
import { type Break, breaksOf, lengthInWords, lengthOf, sum } from './timeline-scale.ts';

/** Where the arrow keys stop on the timeline. */
export interface TimelinePlace {
  key: string;
  kind: 'chapter' | 'passage' | 'name' | 'break' | Pointer['kind'] | SoundMark['kind'];
  startMs: number;
  endMs: number;
  /** “Chapter 3: “Forty candles””, “Fight”, or the speaker. */
  title: string;
  words: string;
  evidence: Evidence;
}

export const pointerNames: Readonly<Record<Pointer['kind'], string>> = {
  moment: 'Moment',
  fight: 'Fight',
  roll: 'Roll',
  question: 'Question to the table',
  handedOut: 'Money and things',
};

/** With the number that the timeline has. */
export function chapterName(chapter: Chapter, index: number): string {
  const title = chapterTitle(chapter, index);
  const number = index + 1;
  return title === `Chapter ${number}` ? title : `${number}. ${title}`;
}

const soundNames = {
  loud: 'Loud moment',
  laughter: 'Laughter',
  applause: 'Applause',
  break: 'The game goes on',
} satisfies Readonly<Record<SoundMark['kind'] | 'break', string>>;

/**
 * Everything that the picture shows and plays, in the order of the evening.
 * @param marks null if no sound plays
 * @param folds each is, where sound plays, the place at which the game goes on after it
 */
export function placesOf(
  evening: Evening,
  kept: ReadonlySet<string>,
  marks: readonly SoundMark[] | null,
  folds: readonly Break[] = [],
): TimelinePlace[] {
  const { chapters, passages, pointers, names, timeline } = evening;
  const firstMs = ({ heard }: IndexedName) => heard.startsMs[0] ?? 0;
  const bySound = (kind: keyof typeof soundNames, startMs: number, endMs: number, words = '') => ({
    key: `${kind} ${startMs} ${words}`,
    kind,
    startMs,
    endMs,
    title: soundNames[kind],
    words,
    evidence: { segmentIds: [], startMs, endMs },
  });
  const places: TimelinePlace[] = [
    ...(marks === null ? [] : folds)
      .filter((each) => chapters.some(({ endMs }) => endMs > each.endMs))
      .map((each) => bySound('break', each.endMs, each.endMs, `After a break of ${lengthInWords(each)}`)),
    ...chapters.map(({ startMs, endMs, evidence, ...chapter }, index) => ({
      key: `chapter ${index}`,
      kind: 'chapter' as const,
      startMs,
      endMs,
      title: `Chapter ${index + 1}`,
      words: chapter.ownTitle ?? chapter.title?.text ?? '',
      evidence,
    })),
    ...passages
      .filter(({ id, hidden, shown }) => kept.has(id) || (!hidden && shown === 'page'))
      .map(({ id, startMs, endMs, speaker, text, evidence }) => ({
        key: id,
        kind: 'passage' as const,
        startMs,
        endMs,
        title: `${speaker ?? 'Passage'}${kept.has(id) ? ', kept' : ''}`,
        words: text,
        evidence,
      })),
    ...pointers.map(({ kind, startMs, endMs, speaker, text, evidence }, index) => ({
      key: `pointer ${index}`,
      kind,
      startMs,
      endMs,
      title: speaker === null ? pointerNames[kind] : `${pointerNames[kind]}, ${speaker}`,
      words: text,
      evidence,
    })),
    ...[...new Set(names.map(firstMs))].map((startMs) => ({
      key: `name ${startMs}`,
      kind: 'name' as const,
      startMs,
      endMs: startMs,
      title: 'First heard',
      words: names
        .filter((name) => firstMs(name) === startMs)
        .map(({ name }) => name)
        .join(', '),
      evidence: {
        segmentIds: names.find((name) => firstMs(name) === startMs)?.heard.segmentIds.slice(0, 1) ?? [],
        startMs,
        endMs: startMs,
      },
    })),
    ...(marks ?? []).map(({ kind, startSeconds, endSeconds }) =>
      bySound(kind, startSeconds * 1000, endSeconds * 1000),
    ),
    ...(marks === null ? [] : timeline.laughter).flatMap((count, at) =>
      count === 0
        ? []
        : bySound(
            'laughter',
            at * timeline.stretchMs,
            (at + 1) * timeline.stretchMs,
            'In the transcript’s words',
          ),
    ),
  ];
  return places.sort((one, other) => one.startMs - other.startMs);
}

export const nearestPlace = (places: readonly TimelinePlace[], ms: number): number =>
  places.reduce(
    (nearest, { startMs }, index) =>
      Math.abs(startMs - ms) < Math.abs((places[nearest]?.startMs ?? Number.POSITIVE_INFINITY) - ms)
        ? index
        : nearest,
    0,
  );

/** In percent of all words; the most talkative first. */
export function sharesOf({ voices }: Timeline, from = 0, to = Number.POSITIVE_INFINITY) {
  const counted = voices.map(({ speakerId, label, words }) => ({
    speakerId,
    label: label ?? 'Unknown voice',
    words: sum(words.slice(from, to)),
  }));
  const all = Math.max(1, sum(counted.map(({ words }) => words)));
  return counted
    .map(({ words, ...voice }) => ({ ...voice, percent: Math.round((100 * words) / all) }))
    .filter(({ percent }) => percent > 0);
}

const leastShare = 0.01;

interface VoiceLane {
  speakerId: string | null;
  label: string;
  words: readonly number[];
}

/** A lane for each voice; those that hardly speak share the last one. */
export function voiceLanes({ voices }: Timeline): VoiceLane[] {
  const total = sum(voices.map(({ words }) => sum(words)));
  const speaks = ({ words }: { words: readonly number[] }) => sum(words) >= leastShare * total;
  const own = voices.filter(speaks);
  const rare = voices.filter((voice) => !speaks(voice));
  const lanes = (rare.length < 2 ? voices : own).map(({ speakerId, label, words }) => ({
    speakerId,
    label: label ?? 'Unknown voice',
    words,
  }));
  if (rare.length < 2) return lanes;
  const words = Array.from({ length: Math.max(...rare.map((voice) => voice.words.length)) }, (_, stretch) =>
    sum(rare.map((voice) => voice.words[stretch] ?? 0)),
  );
  return [...lanes, { speakerId: 'others', label: countOf(rare.length, 'other voice'), words }];
}

/** Which of these places, in percent, have room for a number when each needs `room`. */
export function withRoom(places: readonly number[], room: number): boolean[] {
  let last = Number.NEGATIVE_INFINITY;
  return places.map((place) => {
    if (place - last < room) return false;
    last = place;
    return true;
  });
}

const counted: Readonly<Record<Exclude<Pointer['kind'], 'moment'>, string>> = {
  fight: 'fight',
  roll: 'roll',
  question: 'question',
  handedOut: 'thing handed out',
};

/** “2 fights, 4 rolls”. */
export function marksIn(pointers: readonly Pointer[], startMs = 0, endMs = Number.POSITIVE_INFINITY): string {
  return (['fight', 'roll', 'question', 'handedOut'] as const)
    .flatMap((kind) => {
      const count = pointers.filter(
        (pointer) => pointer.kind === kind && pointer.startMs >= startMs && pointer.startMs < endMs,
      ).length;
      if (count === 0) return [];
      return kind === 'handedOut' && count > 1
        ? [`${count} things handed out`]
        : [countOf(count, counted[kind])];
    })
    .join(', ');
}

/** What the picture shows, in one sentence each. */
export function pictureInWords(evening: Evening, clockOf: ((ms: number) => string) | null): string {
  const { chapters, pointers, timeline } = evening;
  const shares = sharesOf(timeline).map(({ label, percent }) => `${label} ${percent}%`);
  const marks = marksIn(pointers);
  const apart = clockOf === null ? [] : breaksOf(timeline);
  return [
    clockOf === null
      ? `${countOf(chapters.length, 'chapter')}.`
      : `${clockOf(lengthOf(evening))} in ${countOf(chapters.length, 'chapter')}.`,
    shares.length === 0 ? '' : `Who speaks: ${shares.join(', ')}.`,
    marks === '' ? '' : `Marked: ${marks}.`,
    apart.length === 0
      ? ''
      : `Not part of the game, or silent: ${apart.map(({ startMs, endMs }) => `${clockOf?.(startMs)}–${clockOf?.(endMs)}`).join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const mostNamedLaughs = 6;

/** Where the recording has laughter or applause. */
export function laughterInWords(
  marks: readonly SoundMark[],
  clockOf: ((ms: number) => string) | null,
): string {
  const placesOfKind = (kind: SoundMark['kind'], label: string) => {
    const found = marks.filter((mark) => mark.kind === kind);
    if (found.length === 0) return [];
    const named = found.slice(0, mostNamedLaughs).map(({ startSeconds }) => clockOf?.(startSeconds * 1000));
    const more = found.length > named.length ? ` and ${found.length - named.length} more` : '';
    return [clockOf === null ? `${label}.` : `${label} at ${named.join(', ')}${more}.`];
  };
  return [...placesOfKind('laughter', 'Laughter'), ...placesOfKind('applause', 'Applause')].join(' ');
}
