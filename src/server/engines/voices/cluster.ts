/** Of one voice, as sounds differ within a sentence, a mood and an evening; cosine distance. */
const SAME_VOICE_DISTANCE = 0.5;
/** Nobody's voice is split to reach a number of people, of whom one may be absent. */
const SURELY_SAME_DISTANCE = 0.15;
/** A voice with less of the talk is a cough, a laugh or two people at once. */
const LEAST_SHARE = 0.02;
/** Memory grows with the square. */
const MOST_CLUSTERED = 4_000;
const MOST_VOICES = 32;
/** Shorter spans are laid beside the voices that longer ones make. */
export const LEAST_CLUSTERED_MS = 1_500;

export interface Print {
  /** Of length 1. */
  print: Float32Array;
  milliseconds: number;
  /** Who this is, where somebody said so: different ones are never one voice. */
  seed?: number;
}

interface LinkedVoice {
  /** The mean of its prints. */
  print: Float32Array;
  seed: number | null;
}

/**
 * Whose print is whose: average linkage by cosine distance (Sokal and Michener 1958), by the chain of nearest neighbours (Murtagh 1983).
 * Those who said who they are come first, then those who talk most.
 */
export function linkVoices(prints: readonly Print[]) {
  const chosen = longest(prints, MOST_CLUSTERED);
  if (chosen.length === 0) return { voices: () => [], choices: () => [] };
  const merges = averageLinkage(chosen);
  const talk = chosen.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const large = (groups: readonly number[][]) =>
    groups
      .map((group) => ({
        group,
        seed: group.map((index) => chosen[index]?.seed).find((seed) => seed !== undefined) ?? null,
        milliseconds: group.reduce((sum, index) => sum + (chosen[index]?.milliseconds ?? 0), 0),
      }))
      .filter(({ seed, milliseconds }) => seed !== null || milliseconds >= LEAST_SHARE * talk)
      .sort(
        (one, other) =>
          Number(one.seed === null) - Number(other.seed === null) || other.milliseconds - one.milliseconds,
      );
  type Groups = ReturnType<typeof large>;
  /** Each has more groups than the one before; the last has `wanted`, if there are so many. */
  const divided = (wanted: number): Groups[] => {
    // With each merge undone there is one group more; a cough that splits off is no person.
    const levels = [large(groupsAfter(chosen.length, merges))];
    for (let undone = 1; undone <= merges.length && (levels.at(-1)?.length ?? 0) < wanted; undone += 1) {
      if ((merges.at(-undone)?.distance ?? 0) < SURELY_SAME_DISTANCE) break;
      const groups = large(groupsAfter(chosen.length, merges.slice(0, -undone)));
      if (groups.length > (levels.at(-1)?.length ?? 0)) levels.push(groups);
    }
    return levels;
  };
  const means = (groups: Groups) =>
    groups.slice(0, MOST_VOICES).map(({ group, seed }) => ({
      print: meanOf(group.map((index) => chosen[index]?.print ?? new Float32Array())),
      seed,
    }));
  return {
    /** @param people how many speak, where somebody knows; null: as many as differ by more than one voice does */
    voices(people: number | null): LinkedVoice[] {
      if (people === null) {
        const likely = merges.filter(({ distance }) => distance <= SAME_VOICE_DISTANCE);
        return means(large(groupsAfter(chosen.length, likely)));
      }
      const wanted = Math.max(1, Math.min(people, MOST_VOICES));
      return means((divided(wanted).at(-1) ?? []).slice(0, wanted));
    },
    /** One list for each number of voices that the sound can be divided into, up to `most`. */
    choices: (most: number) =>
      divided(most)
        .filter(({ length }) => length <= most)
        .map(means),
  };
}

/** A span of one voice: how it sounds, and how long it speaks. */
export interface SoundingSpan {
  print: Float32Array | null;
  milliseconds: number;
}

/** How people sound who said who they are; null: too short to say. */
export type Seeds = readonly (Float32Array | null)[];

/** Of each span its voice, counted from 0 by first appearance; null where it is unknown. */
export interface SpanVoices {
  voices: (number | null)[];
  /** One list for each number of voices that they can be divided into. */
  choices: (number | null)[][];
  /** Of each seed its voice; null where nobody else sounds like it, or two sound the same. */
  seeded: (number | null)[];
}

/** Of each seed; those that sound the same say nothing about who is who. */
function differing(seeds: readonly (Float32Array | null)[]): (Float32Array | null)[] {
  return seeds.map((seed, at) => {
    const isSame = (other: Float32Array | null, index: number) =>
      index !== at && seed !== null && other !== null && 1 - product(seed, other) < SURELY_SAME_DISTANCE;
    return seeds.some(isSame) ? null : seed;
  });
}

/** Whose each span is: voices are made of the longer ones, and the others laid beside them. Takes seconds of one core for a long evening. */
export function voicesOfSpans(
  spans: readonly SoundingSpan[],
  { people, most, seeds = [] }: { people: number | null; most: number; seeds?: Seeds },
): SpanVoices {
  const known = differing(seeds).flatMap((print, seed) =>
    print === null ? [] : [{ print, milliseconds: LEAST_CLUSTERED_MS, seed }],
  );
  const linked = linkVoices([
    ...known,
    ...spans.flatMap(({ print, milliseconds }) =>
      print === null || milliseconds < LEAST_CLUSTERED_MS ? [] : [{ print, milliseconds }],
    ),
  ]);
  const named = (voices: readonly LinkedVoice[]) => {
    const prints = voices.map(({ print }) => print);
    const order = new Map<number, number>();
    const found = spans.map(({ print }) => {
      const voice = print === null ? null : voiceOf(print, prints);
      if (voice !== null && !order.has(voice)) order.set(voice, order.size);
      return voice === null ? null : (order.get(voice) ?? null);
    });
    const seeded = seeds.map(
      (_, seed) => order.get(voices.findIndex((voice) => voice.seed === seed)) ?? null,
    );
    return { found, seeded };
  };
  const { found, seeded } = named(linked.voices(people === null ? null : Math.max(people, known.length)));
  return { voices: found, choices: linked.choices(most).map((choice) => named(choice).found), seeded };
}

/** The nearest voice; null where a second one is as near, or none is near. */
export function voiceOf(print: Float32Array, voices: readonly Float32Array[]): number | null {
  let [best, second, index] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, -1];
  for (const [at, voice] of voices.entries()) {
    const likeness = product(print, voice);
    if (likeness > best) [second, best, index] = [best, likeness, at];
    else if (likeness > second) second = likeness;
  }
  const isDoubtful = best - second < LEAST_LEAD || (voices.length > 1 && best < LEAST_LIKENESS);
  return index === -1 || isDoubtful ? null : index;
}

const LEAST_LEAD = 0.03;
const LEAST_LIKENESS = 0.2;

interface Merge {
  one: number;
  other: number;
  distance: number;
}

const areDifferentPeople = (one?: Print, other?: Print) =>
  one?.seed !== undefined && other?.seed !== undefined && one.seed !== other.seed;

/** In order of distance; each joins the groups of two prints. People who said who they are stay apart: they are infinitely far. */
function averageLinkage(chosen: readonly Print[]): Merge[] {
  const count = chosen.length;
  const prints = chosen.map(({ print }) => print);
  const distances = new Float32Array((count * (count - 1)) / 2);
  const placeOf = (one: number, other: number) => {
    const [low, high] = one < other ? [one, other] : [other, one];
    return low * count - (low * (low + 1)) / 2 + high - low - 1;
  };
  for (let one = 0; one < count; one += 1)
    for (let other = one + 1; other < count; other += 1)
      distances[placeOf(one, other)] = areDifferentPeople(chosen[one], chosen[other])
        ? Number.POSITIVE_INFINITY
        : 1 - product(prints[one] ?? new Float32Array(), prints[other] ?? new Float32Array());
  const distance = (one: number, other: number) => distances[placeOf(one, other)] ?? 0;
  const sizes = new Float64Array(count).fill(1);
  const active = new Set(prints.keys());
  const merges: Merge[] = [];
  let chain: number[] = [];
  while (active.size > 1) {
    let last = chain.at(-1);
    if (last === undefined) {
      [last = 0] = active;
      chain = [last];
    }
    let nearest = chain.at(-2) ?? -1;
    let least = nearest === -1 ? Number.POSITIVE_INFINITY : distance(last, nearest);
    for (const other of active) {
      if (other === last) continue;
      const away = distance(last, other);
      if (away < least) [least, nearest] = [away, other];
    }
    if (nearest === -1) break;
    if (nearest !== chain.at(-2)) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    merges.push({ one: last, other: nearest, distance: least });
    const [ofLast, ofNearest] = [sizes[last] ?? 1, sizes[nearest] ?? 1];
    for (const other of active) {
      if (other === last || other === nearest) continue;
      distances[placeOf(nearest, other)] =
        (ofLast * distance(last, other) + ofNearest * distance(nearest, other)) / (ofLast + ofNearest);
    }
    sizes[nearest] = ofLast + ofNearest;
    active.delete(last);
  }
  return merges.sort((one, other) => one.distance - other.distance);
}

function groupsAfter(count: number, merges: readonly Merge[]): number[][] {
  const parents = Array.from({ length: count }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[index] = root;
    return root;
  };
  for (const { one, other } of merges) parents[rootOf(one)] = rootOf(other);
  const groups = new Map<number, number[]>();
  for (let index = 0; index < count; index += 1) {
    const root = rootOf(index);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [index]);
    else group.push(index);
  }
  return [...groups.values()];
}

function longest(prints: readonly Print[], most: number): Print[] {
  if (prints.length <= most) return [...prints];
  const weight = ({ seed, milliseconds }: Print) =>
    seed === undefined ? milliseconds : Number.POSITIVE_INFINITY;
  return prints.toSorted((one, other) => (weight(other) > weight(one) ? 1 : -1)).slice(0, most);
}

function meanOf(prints: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(prints[0]?.length ?? 0);
  for (const print of prints) for (const [at, value] of print.entries()) sum[at] = (sum[at] ?? 0) + value;
  return ofLengthOne(sum);
}

export function ofLengthOne(values: Float32Array): Float32Array {
  const length = Math.sqrt(product(values, values));
  return length === 0 ? values : values.map((value) => value / length);
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
