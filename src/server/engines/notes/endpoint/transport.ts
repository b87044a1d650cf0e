import { isRecord, recordOf } from '#contract/unknown-values.ts';
import type { ServiceRefusal } from '../../engine-service.ts';

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface Answered {
  kind: 'content';
  content: string;
  isCut: boolean;
  refusal: string | null;
  inputTokens: number;
  outputTokens: number;
}

export interface ChatTransport {
  /** @param answer its JSON schema, with limits; of more than `mostTokens` it is cut */
  send(
    messages: Message[],
    answer: { name: string; schema: Record<string, unknown>; mostTokens?: number | undefined },
    signal: AbortSignal,
  ): Promise<Answered | ServiceRefusal>;
}

/** Of an answer's text, as `estimatedTokens` of English. */
export const CHARACTERS_OF_TOKEN = 4;

/** As a model would write it, without spaces. */
export const lengthInTokens = (answer: unknown): number =>
  Math.ceil(JSON.stringify(answer).length / CHARACTERS_OF_TOKEN);

/** What every service understands: local servers' grammars expand or reject length limits. */
export function plainSchema(schema: unknown): Record<string, unknown> {
  const kept = reduced(schema);
  return isRecord(kept) ? kept : {};
}

const KEPT = new Set(['type', 'properties', 'required', 'items', 'enum', 'anyOf', 'additionalProperties']);

function reduced(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(reduced);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (!KEPT.has(key)) return [];
      if (key !== 'properties') return [[key, key === 'enum' ? value : reduced(value)]];
      const properties = Object.entries(recordOf(value));
      return [[key, Object.fromEntries(properties.map(([name, each]) => [name, reduced(each)]))]];
    }),
  );
}

/** On the safe side: English needs about four characters a token, other scripts a token for three bytes or fewer. */
export function estimatedTokens(text: string): number {
  const plain = text.match(/[\x20-\x7e]/g)?.length ?? 0;
  return Math.ceil(plain / 3.5 + (Buffer.byteLength(text) - plain) / 3);
}

/** In order, as many together as have these tokens of room, and `most` at most; what alone has more is alone. */
export function batchesOf<Item>(
  items: readonly Item[],
  tokensOf: (item: Item) => number,
  room: number,
  most = Number.POSITIVE_INFINITY,
): Item[][] {
  const made: Item[][] = [];
  let left = 0;
  for (const each of items) {
    const tokens = tokensOf(each);
    const batch = made.at(-1);
    if (batch === undefined || batch.length >= most || tokens > left) {
      made.push([each]);
      left = room - tokens;
    } else {
      batch.push(each);
      left -= tokens;
    }
  }
  return made;
}
