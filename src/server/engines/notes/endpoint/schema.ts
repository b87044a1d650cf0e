import { z } from 'zod';
import { QuestStatus } from '#contract/analysis-result.ts';
import { recapLimits } from '#contract/recap-collection.ts';
import { listed, turnIds } from './cited.ts';
import { PRONOUNS } from './pronouns.ts';

const MOST_SENTENCES = 4;
const text = z.string().trim().min(1).max(2000);
/** Some words of a turn, as they were said: the event's place in the transcript is where they are found. */
const words = z.string().trim().max(400).catch('').default('');
const event = z.object({ words, text, ids: turnIds });
const statement = z.object({ text, ids: turnIds });

function tolerant<Item extends z.ZodType>(item: Item, most: number) {
  return z.preprocess(
    (entries) =>
      Array.isArray(entries) ? entries.filter((entry) => item.safeParse(entry).success).slice(0, most) : [],
    z.array(item),
  );
}

const NAME_KINDS = ['person', 'pc', 'location', 'item', 'faction', 'other'] as const;
type NameKind = (typeof NAME_KINDS)[number];
const KINDS: Record<Exclude<NameKind, 'other'>, string> = {
  person:
    'npc|person|people|character|creature|animal|monster|beast|god|goddess|deity|spirit|pet|enemy|villain',
  pc: 'pc|player|playercharacter|party|hero',
  location: 'location|place|city|town|region|building|country|land|area',
  item: 'item|object|thing|weapon|artifact|artefact|document|vehicle|ship',
  faction: 'faction|group|organization|organisation|guild|order|army|family|house|company|nation',
};

/** Maps what models call a kind to one of the contract's. */
function kindOf(said: unknown): NameKind {
  const plain = String(said ?? '')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  const isKind = (kind: Exclude<NameKind, 'other'>) =>
    KINDS[kind].split('|').some((name) => plain === name || plain === `${name}s`);
  return NAME_KINDS.find((kind) => kind !== 'other' && isKind(kind)) ?? 'other';
}

const name = z.object({
  name: z.string().trim().min(1).max(120),
  kind: z.preprocess(kindOf, z.enum(NAME_KINDS)),
  description: z.string().trim().max(600).catch(''),
  ids: turnIds,
});
const quote = z.object({
  text: z.string().trim().min(1).max(600),
  speaker: z.string().nullable().catch(null),
  context: z.string().max(300).catch(''),
  ids: turnIds,
});
const quest = z.object({
  name: z.string().trim().min(1).max(200),
  status: QuestStatus.catch('unknown'),
  text,
  ids: turnIds,
});
const characterMoment = z.object({ character: z.string().trim().min(1).max(120), text, ids: turnIds });
const combat = z.object({
  title: z.string().trim().min(1).max(200),
  description: z.string().max(1000).catch(''),
  outcome: z.string().nullable().catch(null),
  ids: turnIds,
});

/** What one part of the session has. A part may be the sum of its halves, so these limits only bound storage. */
export const Found = z.object({
  events: tolerant(event, 400),
  names: tolerant(name, 200),
  quotes: tolerant(quote, 40),
  quests: tolerant(quest, 60),
  openThreads: tolerant(statement, 60),
  decisions: tolerant(statement, 60),
  characterMoments: tolerant(characterMoment, 60),
  combats: tolerant(combat, 40),
});
export type Found = z.output<typeof Found>;
/** What brief notes show. */
export const FoundBriefly = Found.pick({ events: true, names: true, quotes: true, openThreads: true });

const citedSentence = z.object({ text, events: listed('e') });
export type CitedSentence = z.output<typeof citedSentence>;

/** The lists of all parts, put in order by the model. */
export const Closed = z.object({
  names: listed('n'),
  same: tolerant(z.object({ names: listed('n') }), 60),
  met: listed('n', 100),
  players: tolerant(z.object({ name: listed('n'), player: z.string().trim().min(1).max(120) }), 20),
  threads: listed('t'),
  answered: listed('t'),
  quests: tolerant(z.object({ same: listed('q'), status: QuestStatus.catch('unknown') }), 60),
  title: z.string().trim().max(160).catch(''),
  shortSummary: tolerant(citedSentence, 8),
  previouslyOn: tolerant(citedSentence, 15),
  stoppedAt: citedSentence.nullable().catch(null),
});
export type Closed = z.output<typeof Closed>;

/** The story of some events: paragraphs, of which those with a heading begin a scene. */
export const Written = z.object({
  paragraphs: tolerant(
    z.object({
      heading: z.string().trim().max(160).nullable().catch(null),
      place: z.string().trim().max(160).nullable().catch(null),
      sentences: tolerant(citedSentence, 30),
    }),
    60,
  ),
});
export type Written = z.output<typeof Written>;

/** Whether turns bear a statement out; `who`: it was somebody else. */
export const LookedOver = z.object({
  checks: tolerant(z.object({ n: listed('c'), holds: z.enum(['yes', 'no', 'who']) }), 100),
});

/** What the user's instruction changes in the notes: `before` word for word as in the notes. */
export const Changed = z.object({
  changes: tolerant(
    z.object({
      section: listed('s'),
      before: z.string().trim().min(1).max(4000),
      after: z.string().max(4000),
    }),
    60,
  ),
  fixes: tolerant(
    z.object({ wrong: z.string().trim().min(1).max(120), right: z.string().trim().min(1).max(120) }),
    10,
  ),
  pronouns: tolerant(z.object({ name: z.string().trim().min(1).max(120), to: z.enum(PRONOUNS) }), 3),
  more: z.boolean().catch(false),
});
export type Changed = z.output<typeof Changed>;

const whole = z
  .string()
  .max(recapLimits.characters)
  .refine((text) => text.trim() !== '');
const retold = z.preprocess(
  (given) => (typeof given === 'string' ? { text: given } : given),
  z.object({ text: whole, from: listed('n') }),
);
/** A whole evening in a style, as paragraphs of sentences with the statements that these retell. One that is too long is asked for again. */
export const Retold = z.object({
  paragraphs: z
    .array(
      z.preprocess(
        (given) => (typeof given === 'string' ? { sentences: [given] } : given),
        z.object({ sentences: z.array(retold).min(1).max(80) }),
      ),
    )
    .min(1)
    .max(80)
    .refine(
      (all) =>
        all.reduce(
          (sum, { sentences }) => sum + sentences.reduce((own, { text }) => own + text.length + 1, 1),
          0,
        ) <= recapLimits.characters,
      { error: `must have at most ${recapLimits.characters} characters in all` },
    ),
});
export type Retold = z.output<typeof Retold>;

/** Each sentence with the passages that say it. */
export const Answered = z.object({
  sentences: tolerant(
    z.object({ text: z.string().trim().min(1).max(600), passages: listed('p') }),
    MOST_SENTENCES,
  ),
});

const S = '{"text": string, "ids": [turn ids]}';
const T = '{"text": string, "events": [numbers]}';
const common = {
  events: '[{"words": string, "text": string, "ids": [turn ids]}]',
  names: `[{"name": string, "kind": "pc"|"npc"|"creature"|"god"|"location"|"item"|"faction", "description": string, "ids": [turn id]}]`,
  quotes: `[{"text": string, "speaker": string|null, "context": string, "ids": [turn ids]}]`,
  openThreads: `[${S}]`,
};
const shape = (fields: Record<string, string>) =>
  `{${Object.entries(fields)
    .map(([key, value]) => `"${key}": ${value}`)
    .join(', ')}}`;

/** For services that ignore response_format. */
export const SHAPES = {
  brief: shape(common),
  comprehensive: shape({
    ...common,
    quests: `[{"name": string, "status": "new"|"active"|"completed"|"failed"|"unknown", "text": string, "ids": [turn ids]}]`,
    decisions: `[${S}]`,
    characterMoments: `[{"character": string, "text": string, "ids": [turn ids]}]`,
    combats: `[{"title": string, "description": string, "outcome": string|null, "ids": [turn ids]}]`,
  }),
  closing: shape({
    names: '[numbers]',
    same: '[{"names": [numbers]}]',
    met: '[numbers]',
    players: '[{"name": number, "player": string}]',
    threads: '[numbers]',
    answered: '[numbers]',
    quests: `[{"same": [numbers], "status": "new"|"active"|"completed"|"failed"|"unknown"}]`,
    title: 'string',
    shortSummary: `[${T}]`,
    previouslyOn: `[${T}]`,
    stoppedAt: T,
  }),
  story: shape({
    paragraphs: `[{"heading": string|null, "place": string|null, "sentences": [${T}]}]`,
  }),
  change: shape({
    changes: '[{"section": number, "before": string, "after": string}]',
    fixes: '[{"wrong": string, "right": string}]',
    pronouns: `[{"name": string, "to": "he"|"she"|"they"}]`,
    more: 'boolean',
  }),
  recap: shape({ paragraphs: '[{"sentences": [{"text": string, "from": [numbers]}]}]' }),
  answer: shape({ sentences: '[{"text": string, "passages": [numbers]}]' }),
  look: shape({ checks: `[{"n": number, "holds": "yes"|"no"|"who"}]` }),
};
