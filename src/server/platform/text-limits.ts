import { refusalWords, type TextLimitName, textLimits } from '#contract/text-limits.ts';
import { present } from '#contract/unknown-values.ts';
import { Refusal } from './refusal.ts';
import { ThreadFailure } from './threads/thread-pool.ts';

export const isBeyond = (of: TextLimitName, amount: number): boolean => amount > textLimits[of].most;

/** @throws Refusal with the limit's code and words */
export function refuseBeyond(of: TextLimitName, amount: number): void {
  if (isBeyond(of, amount)) throw beyondLimit(of);
}

export function beyondLimit(of: TextLimitName, waitSeconds?: number): Refusal {
  const limit = textLimits[of];
  return new Refusal(present<(typeof limit)['code']>(limit.code, `refusal of ${of}`), {
    message: refusalWords(limit),
    details: { of, limit: limit.most },
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
  });
}

/** What a thread that reads notes refuses by ending; other errors as they are. */
export function refusalOfThread(error: unknown): unknown {
  if (!(error instanceof ThreadFailure)) return error;
  if (error.reason === 'closed') return new Refusal('unavailable');
  return beyondLimit(error.reason === 'timeLimit' ? 'jobSeconds' : 'jobMegabytes');
}

interface Body {
  body: string;
  quotes?: readonly { text: string }[] | undefined;
  lines?: readonly { text: string }[];
}

/** In the bodies of sections. */
export const charactersIn = (sections: readonly Body[]): number =>
  sections.reduce((sum, { body }) => sum + body.length, 0);

/** @throws Refusal notesTooLong */
export function refuseLongNotes(sections: readonly Body[]): void {
  refuseBeyond('noteSections', sections.length);
  refuseBeyond(
    'sectionCharacters',
    sections.reduce((most, { body }) => Math.max(most, body.length), 0),
  );
  refuseBeyond('noteCharacters', charactersIn(sections));
  const cited = sections.flatMap(({ quotes = [], lines = [] }) => [...quotes, ...lines]);
  refuseBeyond(
    'noteCharacters',
    cited.reduce((sum, { text }) => sum + text.length, 0),
  );
}
