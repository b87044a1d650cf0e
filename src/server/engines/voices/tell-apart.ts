import { z } from 'zod';
import { openChunkReader, readParts } from '../speech/chunk-reader.ts';
import type { StageContext } from '../stage-context.ts';
import { LEAST_CLUSTERED_MS, type Seeds } from './cluster.ts';
import type { VoiceGroupings, VoiceSpan, VoicesEngine, VoiceTurn } from './port.ts';
import { readPrint, writtenPrint } from './stored-print.ts';

const PIECE_MS = 600_000;
/** Larger tables are told apart by the number of their characters. */
const MOST_CHOICES = 10;
/** Of the time; finding the voices takes the rest. */
const LISTENING = 0.97;

const StoredSpan = z.object({ startMs: z.int(), endMs: z.int(), print: z.string().nullable() });
const Piece = z.object({ engine: z.string(), spans: z.array(StoredSpan) });

/**
 * Saves each piece as `voices:N` and removes those prints once the voices are found: how somebody sounds is not kept here.
 * `introduced` is the voice of each introduction. `sounds` is for comparing them with those who have agreed to be known again.
 * @param options.people how many speak, or null if nobody knows
 * @throws VoicesUnavailable, VoicesFailed, AudioError
 */
export async function tellApart(options: {
  path: string;
  engine: VoicesEngine;
  durationSeconds: number;
  people: number | null;
  /** Where people say their names. */
  introductions?: readonly Introduced[];
  context: StageContext;
}): Promise<{
  turns: VoiceTurn[];
  groupings: VoiceGroupings;
  sounds: Map<number, string>;
  introduced: (number | null)[];
}> {
  const { path, engine, people, context } = options;
  const { signal } = context;
  const pieces = Math.max(1, Math.ceil((options.durationSeconds * 1000) / PIECE_MS));
  const reader = openChunkReader(path, signal);
  const stored = Piece.extend({ engine: z.literal(engine.id) });
  const all: VoiceSpan[] = [];
  try {
    for (let index = 0; index < pieces; index += 1) {
      const startMs = index * PIECE_MS;
      const { spans } = await context.checkpoint(`voices:${index}`, stored, async () => {
        await engine.prepare({ signal, progress: (_, message) => context.progress(0, message) });
        const endMs = Math.min(startMs + PIECE_MS, Math.ceil(options.durationSeconds * 1000));
        const samples = await reader.read({ index, startMs, endMs, forced: false });
        const heard = samples.length === 0 ? [] : await engine.spans(samples, { signal });
        return {
          engine: engine.id,
          spans: heard.map((span) => ({ ...span, print: span.print && writtenPrint(span.print) })),
        };
      });
      for (const span of spans)
        all.push({
          startMs: startMs + span.startMs,
          endMs: startMs + span.endMs,
          print: span.print === null ? null : readPrint(span.print),
        });
      context.progress((LISTENING * (index + 1)) / pieces, 'Telling the speakers apart');
    }
  } finally {
    await reader.close();
  }
  const spans = all.toSorted((one, other) => one.startMs - other.startMs);
  const seeds = await seedsOf(spans, options);
  const { voices, choices, seeded } = await engine.link(
    spans.map(({ startMs, endMs, print }) => ({ print, milliseconds: endMs - startMs })),
    { people, most: MOST_CHOICES, seeds, signal },
  );
  const turns = spans.map(({ startMs, endMs }, at) => ({ startMs, endMs, voice: voices[at] ?? null }));
  const groupings = {
    spans: spans.map(({ startMs, endMs }): [number, number] => [startMs, endMs]),
    groups: choices,
    heard: new Set(voices.filter((voice) => voice !== null)).size,
  };
  for (let index = 0; index < pieces; index += 1) await context.save(`voices:${index}`, FORGOTTEN);
  context.progress(1);
  return { turns, groupings, sounds: soundsOf(spans, voices), introduced: seeded };
}

interface Introduced {
  fromMs: number;
  toMs: number;
}

/** How people sound where they say their names: in the longest stretch there in which one person speaks. */
async function seedsOf(
  spans: readonly VoiceSpan[],
  {
    path,
    engine,
    introductions = [],
    context: { signal },
  }: Pick<Parameters<typeof tellApart>[0], 'path' | 'engine' | 'introductions' | 'context'>,
): Promise<Seeds> {
  if (introductions.length === 0) return [];
  const parts = introductions.map(({ fromMs, toMs }) =>
    spans
      .map(({ startMs, endMs }) => ({ startMs: Math.max(startMs, fromMs), endMs: Math.min(endMs, toMs) }))
      .reduce((longest, part) => (lengthOf(part) > lengthOf(longest) ? part : longest), {
        startMs: fromMs,
        endMs: fromMs,
      }),
  );
  await engine.prepare({ signal, progress: () => {} });
  return engine.prints(await readParts(path, parts, signal), { signal });
}

const lengthOf = ({ startMs, endMs }: { startMs: number; endMs: number }) => endMs - startMs;

/** How each voice sounds: the average of its longer spans. */
function soundsOf(spans: readonly VoiceSpan[], voices: readonly (number | null)[]): Map<number, string> {
  const sums = new Map<number, Float32Array>();
  for (const [at, { print, startMs, endMs }] of spans.entries()) {
    const voice = voices[at] ?? null;
    if (voice === null || print === null || endMs - startMs < LEAST_CLUSTERED_MS) continue;
    const sum = sums.get(voice) ?? new Float32Array(print.length);
    for (const [axis, value] of print.entries()) sum[axis] = (sum[axis] ?? 0) + value * (endMs - startMs);
    sums.set(voice, sum);
  }
  return new Map([...sums].map(([voice, sum]) => [voice, writtenPrint(sum)]));
}

/** No piece, so it is heard again if it is needed again. */
const FORGOTTEN = 'forgotten';
