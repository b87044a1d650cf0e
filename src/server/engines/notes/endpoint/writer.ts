import { z } from 'zod';
import type { Line } from '#contract/analysis-result.ts';
import type { StageContext } from '../../stage-context.ts';
import type { NotesRequest } from '../port.ts';
import type { Prepared } from '../reading/prepare.ts';
import type { Budget } from './budget.ts';
import { AnswerFailed } from './chat.ts';
import type { Connection } from './connect.ts';
import type { Claim, Ground } from './ground.ts';
import { type Again, againOf, Room } from './room.ts';
import type { CitedSentence } from './schema.ts';
import { estimatedTokens } from './transport.ts';

/** Of the material, if all of it is too much. */
export const SHARES = [1, 0.5, 0.25];
const LABEL_TOKENS = 5;

/** What each step of writing needs, and how it asks. */
export class Writer {
  readonly request: NotesRequest;
  readonly prepared: Prepared;
  readonly ground: Ground;
  readonly connection: Connection;
  readonly context: StageContext;
  readonly engine: string;
  /** Texts that the service failed to write. */
  unwritten = 0;
  /** Tokens that may still be written. */
  left: number;
  private readonly again: Again;

  /** @param used tokens of what the parts answered, and of what could not be used */
  constructor(
    given: Omit<Writer, 'unwritten' | 'left' | 'ask'>,
    { written = 0, again = 0 }: { written?: number | undefined; again?: number | undefined },
  ) {
    this.request = given.request;
    this.prepared = given.prepared;
    this.ground = given.ground;
    this.connection = given.connection;
    this.context = given.context;
    this.engine = given.engine;
    const most = given.connection.budget.written?.(given.prepared.speech.wordCount);
    this.left = (most?.all ?? Number.POSITIVE_INFINITY) - written;
    this.again = againOf(most, { used: again });
  }

  /**
   * The model's answer, saved under the key, of `mostTokens` at most; with half or a quarter of the material if all of it is too much. Null if the service gives
   * none, or nothing is left to write.
   */
  async ask<Value>(
    key: string,
    schema: z.ZodType<Value>,
    promptOf: (share: number) => { system: string; user: string },
    mostTokens: number,
  ): Promise<Value | null> {
    const { connection, context, engine } = this;
    const room = new Room(Math.min(mostTokens, this.left), this.again);
    if (Number.isFinite(this.left)) this.left -= room.left;
    try {
      for (const share of SHARES) {
        // Also for an answer that was saved: what it cites is in this prompt.
        const prompt = promptOf(share);
        const saved = z.object({ engine: z.literal(engine), share: z.literal(share), answer: schema });
        try {
          const { answer } = await context.checkpoint(key, saved, async () => ({
            engine,
            share,
            answer: await connection.chat.ask({
              name: key.replace(/:.*/, ''),
              ...prompt,
              schema,
              room,
              signal: context.signal,
              used: (use) => context.used({ model: connection.model, ...use }),
            }),
          }));
          room.kept(answer);
          return answer;
        } catch (error) {
          if (!(error instanceof AnswerFailed)) throw error;
          if (error.why !== 'tooMuch') break;
        }
      }
      this.unwritten += 1;
      return null;
    } finally {
      this.left += Math.max(0, room.left);
    }
  }
}

/** So many events, spread over the session, as the prompt has room for beside other text. */
export function eventsWithin(
  events: readonly Line[],
  budget: Budget,
  most: number,
  share: number,
  beside = '',
): Line[] {
  const room = Math.max(budget.materialTokens / 4, budget.materialTokens - estimatedTokens(beside)) * share;
  const tokens = (lines: readonly Line[]) =>
    lines.reduce((sum, { text }) => sum + LABEL_TOKENS + estimatedTokens(text), 0);
  let kept = spread(events, Math.min(most, Math.max(1, Math.ceil(events.length * share))));
  while (tokens(kept) > room && kept.length > 1) kept = spread(kept, Math.floor(kept.length * 0.9));
  return kept;
}

export const spread = <Item>(items: readonly Item[], most: number): Item[] =>
  items.length <= most
    ? [...items]
    : Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)]).filter(
        (item) => item !== undefined,
      );

/** Sentences that cite events by number, as claims about the turns of these. */
export const eventClaims = (sentences: readonly CitedSentence[], events: readonly Line[]): Claim[] =>
  sentences.map(({ text, events: cited }) => ({
    text,
    ids: cited.flatMap((number) => events[number - 1]?.evidence.segmentIds ?? []),
  }));
