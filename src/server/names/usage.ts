import type { CorrectionHit } from '#contract/corrections.ts';
import type { NameKind } from '#contract/names.ts';
import { spelling } from '#contract/recognized-text.ts';
import type { CampaignText } from '#server/campaigns/room-texts.ts';

/** How a campaign uses words and a name, read along with its texts. */
export type Usage = ReturnType<typeof createUsage>;

const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
/** In how many words there is at least one capital where the transcript has them at all. */
const WORDS_PER_CAPITAL = 200;
const LEAST_TIMES = 2;
const FUNCTION_WORDS = new Set(
  (
    "a an and are as at be been but by can could did do does for from had has have he her here here's hers him " +
    'his how i if in into is it its just me my no not of off on once or our ours out over she should so some ' +
    "than that that's the their theirs them then there there's these they this those to too up us was we were " +
    "what what's when where where's which while who who's whose why will with would yes you your yours"
  ).split(' '),
);

const sectionKinds: Readonly<Record<string, NameKind>> = {
  npcs: 'npc',
  locations: 'location',
  factions: 'faction',
  items: 'item',
};
const FOUND_BY_ANALYSIS = 4;

const signs: readonly { kind: NameKind; before?: RegExp; name?: RegExp; after?: RegExp; weight: number }[] = [
  {
    kind: 'location',
    before:
      /\b(?:in|into|at|near|towards?|reach(?:ed|es)?|leav(?:e|es|ing)|city of|village of|road to)\s+$/iu,
    weight: 1,
  },
  {
    kind: 'location',
    name: /\b(?:inn|tavern|keep|castle|tower|temple|academy|forest|woods?|harbou?r|bay|isles?|islands?|mountains?|mines?|caves?|village|city|street|bridge|gate|swamp|marsh|river|lake)$/iu,
    weight: 3,
  },
  {
    kind: 'faction',
    name: /\b(?:guild|order|clan|cult|company|council|brotherhood|sisterhood|circle|legion|watch|house of .*)\b/iu,
    weight: 3,
  },
  { kind: 'faction', before: /\b(?:members?|agents?|cult|soldiers) of (?:the )?$/iu, weight: 2 },
  {
    kind: 'item',
    name: /\b(?:sword|blade|axe|bow|staff|wand|ring|amulet|orb|shield|armou?r|cloak|potion|dagger|crown)$/iu,
    weight: 3,
  },
  {
    kind: 'npc',
    after:
      /^\s+(?:says?|said|asks?|asked|tells?|told|nods?|nodded|smiles?|smiled|looks?|looked|laughs?|laughed|wants?|answers?)\b/iu,
    weight: 1,
  },
  {
    kind: 'npc',
    before:
      /\b(?:lord|lady|king|queen|captain|sir|master|mister|mr\.?|mrs\.?|brother|sister|uncle|aunt|named|called)\s+$/iu,
    weight: 1,
  },
];

export function createUsage({ wrong, right }: { wrong: string; right: string }) {
  const lower = new Map<string, number>();
  const capital = new Map<string, number>();
  const votes = new Map<NameKind, number>();
  const names = new Set([wrong, right].map((name) => spelling(name).toLowerCase()));
  let words = 0;
  let capitals = 0;

  const add = <Key>(counts: Map<Key, number>, key: Key, weight = 1) =>
    counts.set(key, (counts.get(key) ?? 0) + weight);

  const isWordEveryday = (word: string) => {
    if (FUNCTION_WORDS.has(word)) return true;
    const small = lower.get(word) ?? 0;
    const isCased = capitals * WORDS_PER_CAPITAL > words;
    return isCased && small >= LEAST_TIMES && small > (capital.get(word) ?? 0);
  };

  return {
    read(text: CampaignText): void {
      if (text.kind === 'result') {
        const kind = sectionKinds[String(text.path[0])];
        if (kind !== undefined && text.path.at(-1) === 'name' && names.has(spelling(text.text).toLowerCase()))
          add(votes, kind, FOUND_BY_ANALYSIS);
      }
      if (text.kind !== 'segment') return;
      for (const [form] of spelling(text.text).matchAll(WORD)) {
        words += 1;
        const isCapital = /^\p{Lu}/u.test(form);
        if (isCapital) capitals += 1;
        add(isCapital ? capital : lower, form.toLowerCase());
      }
    },

    /** Whether a mere resemblance consists of everyday words, such as "here is" for Horace. */
    isEveryday({ certainty, match }: Pick<CorrectionHit, 'certainty' | 'match'>): boolean {
      if (certainty !== 'phonetic' && certainty !== 'similar') return false;
      const all = [...spelling(match).toLowerCase().matchAll(WORD)].map(([word]) => word);
      return all.every(isWordEveryday) || (all.length > 1 && all.some((word) => FUNCTION_WORDS.has(word)));
    },

    /** What a new name probably is; null if nothing tells. */
    kindOf(hits: readonly CorrectionHit[]): NameKind | null {
      for (const { certainty, before, match, after } of hits) {
        if (certainty !== 'exact' && certainty !== 'inflected') continue;
        for (const sign of signs)
          if (sign.before?.test(before) || sign.name?.test(match) || sign.after?.test(after))
            add(votes, sign.kind, sign.weight);
      }
      for (const sign of signs) if (sign.name?.test(right)) add(votes, sign.kind, sign.weight);
      const [first, second] = [...votes].sort(([, one], [, other]) => other - one);
      return first === undefined || first[1] === second?.[1] ? null : first[0];
    },
  };
}
