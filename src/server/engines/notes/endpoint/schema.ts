import { z } from 'zod';
import { QuestStatus } from '#contract/analysis-result.ts';

const text = z.string().trim().min(1).max(2000);
const ids = z.array(z.coerce.string()).max(40).catch([]);
const statement = z.object({ text, ids });

function tolerant<Item extends z.ZodType>(item: Item, most: number) {
  return z.preprocess(
    (entries) =>
      Array.isArray(entries) ? entries.filter((entry) => item.safeParse(entry).success).slice(0, most) : [],
    z.array(item),
  );
}

const NAME_KINDS = ['npc', 'pc', 'location', 'item', 'faction', 'other'] as const;
const name = z.object({
  name: z.string().trim().min(1).max(120),
  kind: z.enum(NAME_KINDS).catch('other'),
  description: z.string().trim().max(600).catch(''),
  ids,
});
const quote = z.object({
  text: z.string().trim().min(1).max(600),
  speaker: z.string().nullable().catch(null),
  context: z.string().max(300).catch(''),
  ids,
});
const quest = z.object({
  name: z.string().trim().min(1).max(200),
  status: QuestStatus.catch('unknown'),
  text,
  ids,
});
const characterMoment = z.object({ character: z.string().trim().min(1).max(120), text, ids });
const combat = z.object({
  title: z.string().trim().min(1).max(200),
  description: z.string().max(1000).catch(''),
  outcome: z.string().nullable().catch(null),
  ids,
});

/** A part may be the sum of its halves, so these limits only bound storage. */
export const Found = z.object({
  events: tolerant(statement, 400),
  names: tolerant(name, 200),
  quotes: tolerant(quote, 40),
  quests: tolerant(quest, 60),
  openThreads: tolerant(statement, 60),
  decisions: tolerant(statement, 60),
  characterMoments: tolerant(characterMoment, 60),
  combats: tolerant(combat, 40),
});
export type Found = z.output<typeof Found>;

export const WrittenScene = z.object({
  title: z.string().trim().min(1).max(160),
  location: z.string().trim().max(160).nullable().catch(null),
  account: tolerant(statement, 40),
  keyEvents: tolerant(statement, 10),
});
export type WrittenScene = z.output<typeof WrittenScene>;

export const WrittenOverview = z.object({
  title: z.string().trim().min(1).max(160),
  shortSummary: tolerant(statement, 8),
  summary: tolerant(statement, 60),
  previouslyOn: tolerant(statement, 15),
});
export type WrittenOverview = z.output<typeof WrittenOverview>;

const S = '{"text": string, "ids": [turn ids]}';
/** For services that ignore response_format. */
export const SHAPES = {
  found: `{"events": [${S}], "names": [{"name": string, "kind": "npc"|"pc"|"location"|"item"|"faction"|"other", "description": string, "ids": [turn ids]}], "quotes": [{"text": string, "speaker": string|null, "context": string, "ids": [turn ids]}], "quests": [{"name": string, "status": "new"|"active"|"completed"|"failed"|"unknown", "text": string, "ids": [turn ids]}], "openThreads": [${S}], "decisions": [${S}], "characterMoments": [{"character": string, "text": string, "ids": [turn ids]}], "combats": [{"title": string, "description": string, "outcome": string|null, "ids": [turn ids]}]}`,
  scene: `{"title": string, "location": string|null, "account": [${S}], "keyEvents": [${S}]}`,
  overview: `{"title": string, "shortSummary": [${S}], "summary": [${S}], "previouslyOn": [${S}]}`,
};
