import type { Line } from '#contract/analysis-result.ts';
import { keyOf } from '../reading/text.ts';
import { harmless } from './chunks.ts';
import { lookPrompt } from './prompts.ts';
import { LookedOver } from './schema.ts';
import { batchesOf, estimatedTokens } from './transport.ts';
import type { Writer } from './writer.ts';

const MOST_STATEMENTS = 60;
const MOST_IN_A_CALL = 40;
const TOKENS_OF_A_CHECK = 14;
/** What the second look of all statements writes, in a few words for each. */
export const TOKENS_OF_LOOK = 360;
const MOST_TURNS = 8;
const MOST_CHARACTERS = 420;

interface Shown {
  line: Line;
  turns: string;
}

/**
 * Has the model read shown statements once more beside the turns they stand on (saved as `look:N`), the first 60. @returns those that the turns do not
 * bear out. A call that fails changes nothing.
 */
export async function lookOver(writer: Writer, statements: readonly Line[]): Promise<Line[]> {
  const { request, prepared, connection } = writer;
  const { budget } = connection;
  const shown = statements
    .slice(0, MOST_STATEMENTS)
    .map((line): Shown => ({ line, turns: turnsFor(writer, line) }));
  const doubted: Line[] = [];
  let unread = shown.length;
  const most = Math.max(1, Math.min(MOST_IN_A_CALL, Math.floor(budget.answerTokens / TOKENS_OF_A_CHECK)));
  const tokensOf = ({ line, turns }: Shown) => estimatedTokens(line.text + turns) + 8;
  for (const [at, batch] of batchesOf(shown, tokensOf, budget.materialTokens, most).entries()) {
    const unwritten = writer.unwritten;
    const answer = await writer.ask(
      `look:${at}`,
      LookedOver,
      () =>
        lookPrompt(
          request,
          prepared,
          budget,
          batch.map(({ line, turns }) => ({ text: line.text, turns })),
        ),
      (writer.left * batch.length) / unread,
    );
    unread -= batch.length;
    // What was written stays; only its second reading is missing.
    writer.unwritten = unwritten;
    for (const { n, holds } of answer?.checks ?? [])
      if (holds !== 'yes') doubted.push(...n.flatMap((number) => batch[number - 1]?.line ?? []));
  }
  return doubted;
}

/** The turns of a statement; of more than eight those that have most of its words; of long ones the sentences that do. */
function turnsFor({ request, ground, prepared }: Writer, { text, evidence }: Line): string {
  const wanted = new Set(keyOf(text).split(' '));
  const shared = (said: string) =>
    new Set(
      keyOf(said)
        .split(' ')
        .filter((word) => wanted.has(word)),
    ).size;
  const turns = evidence.segmentIds.flatMap((id) => {
    const segment = request.transcript.segments[ground.index.indexOf(id) ?? -1];
    return segment === undefined ? [] : [segment];
  });
  const best = new Set([...turns].sort((a, b) => shared(b.text) - shared(a.text)).slice(0, MOST_TURNS));
  return turns
    .filter((turn) => best.has(turn))
    .map(({ speakerId, text: said }) => {
      const label = speakerId === null ? undefined : prepared.labels.get(speakerId);
      return `${label ? `${harmless(label)}: ` : ''}${harmless(excerpt(said, shared))}`;
    })
    .join('\n');
}

function excerpt(said: string, shared: (text: string) => number): string {
  if (said.length <= MOST_CHARACTERS) return said;
  const sentences = said.match(/[^.!?…]+[.!?…]*\s*/g) ?? [said];
  let left = MOST_CHARACTERS;
  const kept = new Set<number>();
  for (const { at, text } of sentences
    .map((text, at) => ({ at, text }))
    .sort((a, b) => shared(b.text) - shared(a.text))) {
    if (text.length > left && kept.size > 0) continue;
    kept.add(at);
    left -= text.length;
  }
  return sentences
    .map((text, at) => (kept.has(at) ? text : '… '))
    .join('')
    .replace(/(?:… )+/g, '… ')
    .slice(0, 2 * MOST_CHARACTERS);
}
