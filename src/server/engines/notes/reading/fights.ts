import type { Names } from './names.ts';
import type { Party } from './party.ts';
import { articleOf, isByGameMaster, type Sentence, type Speech } from './text.ts';
import type { Zones } from './zones.ts';

export interface Fight {
  from: number;
  to: number;
  foes: string[];
  blows: { name: string; sentence: number }[];
  downs: { name: string; sentence: number }[];
}

const TURN_TALK =
  /\b(initiative|damage|to hit|(does|that) (a )?\d+ hits?|attacks?|saving throw|(your|next|his|her|its|their) turn|hit points?|end of (your|my) turn|how do you want to do this|sneak attack|reaction|bonus action|you're up|on deck|that hits|that misses|top of the round|brings us to)\b/i;
const BEGINS =
  /\b(roll (for )?(me )?(some )?initiative|initiative,? (everyone|everybody|please|guys|order)|rolling initiative|initiative rolls?)\b/i;
const QUIET_WORDS = 450;
const FEWEST_MARKS = 10;
/** What foes and played characters do to each other. */
const HOSTILE =
  /\b(?:attack|bite|claw|slash|stab|strike|swing|slam|smash|hit|lunge|charge|rake|sting|crush|grab|grapple|shoot|fire|pierce|cut|burn|sink|damage|impact|kill|wound|swipe|rend|miss)(?:s|es|ed|ing|ping|bing)?\b|\b(?:damage|struck|shot|bit|slain|dead|arrows?|bolts?)\b/i;
const FEWEST_HOSTILE = 2;
const BLOW = /\bhow do you want to do this\b/i;
const DOWN = /^(goes|falls|is|drops|collapses) (down|unconscious|to zero|dead)\b/i;

const list = (words: string): readonly string[] => words.trim().split(/\s+/);
const CREATURES: ReadonlyMap<string, string> = new Map(
  list(`aberration acolyte assassin bandit banshee basilisk bat bear beetle behir beholder boar brute bugbear bulette cambion centaur chimera chuul cockatrice construct crab
crawler crocodile cultist cyclops deer demon devil djinn dog doppelganger dragon drake drow dryad duergar efreet elemental ettin fey fiend fish gargoyle ghast ghost ghoul giant
gnoll goblin golem gorgon gorilla griffon guard hag harpy hobgoblin hound hydra hyena illithid imp kobold kraken lich lion lizard lizardfolk lycanthrope manticore
mastiff medusa mephit mercenary merfolk merrow mimic minotaur monk mummy myconid naga nightmare nymph ogre ooze orc otyugh owlbear panther pegasus phoenix pirate priest pudding raptor rat remorhaz
revenant roc sahuagin salamander satyr scorpion serpent shadow shark skeleton slaad slime snake soldier specter spider sprite stirge sphinx statue thug tiger treant troglodyte troll
undead unicorn vampire warden wasp werewolf werebear wererat wight wisp wolf worg worm wraith wyrm wyvern yeti yuan-ti zombie kuo-toa horror vulture eagle hawk ape raven automaton bruiser beast knight trapper archer crawler maw`).map(
    (noun) => [noun, noun],
  ),
);
const GENERIC = new Set([
  'creature',
  'beast',
  'undead',
  'guard',
  'soldier',
  'shadow',
  'statue',
  'plant',
  'priest',
  'knight',
  'monk',
  'tentacle',
  'fish',
  'dog',
  'archer',
  'vine',
  'horror',
  'rat',
  'bat',
  'maw',
  'warden',
  'bear',
  'hawk',
  'eagle',
  'raven',
  'panther',
  'ape',
  'gorilla',
  'tiger',
]);
const DETERMINER =
  /^(the|a|an|this|that|these|those|two|three|four|five|six|seven|eight|both|other|another|first|second|third|next|last|remaining|of|each|one|undead|giant|dire|large|big|small|smaller|larger|stone|ice|fire|frost|black|white|red|green|blue|shadow)$/;

export const plural = (noun: string): string => {
  if (
    noun === 'undead' ||
    noun === 'fish' ||
    noun === 'drow' ||
    noun === 'duergar' ||
    noun === 'sahuagin' ||
    noun === 'merrow' ||
    /folk$|-t/.test(noun)
  )
    return noun;
  if (/(?:f)$/.test(noun) && noun === 'wolf') return 'wolves';
  if (noun === 'werewolf') return 'werewolves';
  if (/(?:s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return `${noun}s`;
};
const SINGULARS: ReadonlyMap<string, string> = new Map(
  [...CREATURES.keys()].flatMap(
    (noun) =>
      [
        [noun, noun],
        [plural(noun), noun],
      ] as const,
  ),
);

/** Words right before a creature that is a played character, or on the party's side. */
const IS_OURS =
  /\b(?:i'm|i am|you're|you are|you become|(?:turn|chang|shift|transform|polymorph|shap)\p{L}* (?:[\p{L}'-]+ ){0,4}into) (?:now )?(?:an? |the )?(?:[\p{L}-]+ )?$|\b(?:our|(?:my|your) (?:giant|polymorphed|summoned)|polymorphed|summoned|conjured|friendly|allied) (?:[\p{L}-]+ )?$/u;
const JOINS_US =
  /\b(?:allies|allied|on our side|fights? (?:for|with|alongside) you|under (?:your|our) control)\b/i;

/** Creatures that a played character turns into, or that join the party: they are not listed as foes. */
function onOurSide({ sentences }: Speech): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { words, text } of sentences)
    words.forEach((word, index) => {
      const noun = SINGULARS.get(word.lower.replace(/['’]s$/, ''));
      if (!noun || found.has(noun)) return;
      const lead = words.slice(Math.max(0, index - 8), index).map(({ lower }) => lower.replace('’', "'"));
      if (
        IS_OURS.test(`${lead.join(' ')} `) ||
        /^(?:form|shape)s?$/.test(words[index + 1]?.lower ?? '') ||
        JOINS_US.test(text)
      )
        found.add(noun);
    });
  return found;
}

/** Fights, from the call for initiative until the table no longer talks about turns. */
export function findFights(
  speech: Speech,
  { zones, gameMasterId }: Zones,
  names: Names,
  party: Party,
): Fight[] {
  const fights: Fight[] = [];
  let open: { from: number; to: number; marks: number } | null = null;
  let quiet = 0;
  const friends = onOurSide(speech);
  const close = () => {
    if (open && open.marks >= FEWEST_MARKS)
      fights.push(readFight(speech, gameMasterId, names, party, open, friends));
    open = null;
  };
  for (const sentence of speech.sentences) {
    if (zones[sentence.index] === 'recap') continue;
    quiet += sentence.words.length;
    if (open && TURN_TALK.test(sentence.text)) {
      open.to = sentence.index;
      open.marks += 1;
      quiet = 0;
    } else if (open && quiet > QUIET_WORDS) close();
    if (!open && BEGINS.test(sentence.text)) {
      open = { from: sentence.index, to: sentence.index, marks: 1 };
      quiet = 0;
    }
  }
  close();
  return fights;
}

function readFight(
  speech: Speech,
  gameMasterId: string | null,
  names: Names,
  party: Party,
  { from, to }: { from: number; to: number },
  friends: ReadonlySet<string>,
): Fight {
  const counts = new Map<string, { count: number; several: number; hostile: number }>();
  const fight: Fight = { from, to, foes: [], blows: [], downs: [] };
  for (let at = from; at <= to; at += 1) {
    const sentence = speech.sentences[at]!;
    if (!isByGameMaster(sentence, gameMasterId)) continue;
    const isHostile =
      HOSTILE.test(sentence.text) &&
      (/\byou(?:r|rself)?\b/i.test(sentence.text) ||
        (names.inSentence.get(sentence.index) ?? []).some((index) => party.members.has(index)));
    sentence.words.forEach((word, index) => {
      const noun = SINGULARS.get(word.lower.replace(/['’]s$/, ''));
      if (!noun || index === 0) return;
      if (!DETERMINER.test(sentence.words[index - 1]!.lower)) return;
      if (friends.has(noun)) return;
      const entry = counts.get(noun) ?? { count: 0, several: 0, hostile: 0 };
      entry.count += 1;
      if (isHostile) entry.hostile += 1;
      if (
        word.lower !== noun ||
        /^(?:two|three|four|five|six|seven|eight|both)$/.test(sentence.words[index - 1]!.lower)
      )
        entry.several += 1;
      counts.set(noun, entry);
    });
    if (BLOW.test(sentence.text)) blow(speech, names, party, sentence, fight);
    else down(names, party, sentence, fight);
  }
  const ranked = [...counts]
    .filter(([, { hostile }]) => hostile >= FEWEST_HOSTILE)
    .sort((a, b) => b[1].count - a[1].count);
  const specific = ranked.filter(([noun]) => !GENERIC.has(noun));
  const usable =
    specific[0] && specific[0][1].count >= 3 && specific[0][1].count >= (ranked[0]?.[1].count ?? 0) * 0.45
      ? specific
      : ranked;
  const most = usable[0]?.[1].count ?? 0;
  // Singular or plural must be sure, too.
  fight.foes = usable
    .filter(
      ([noun, { count, several }], index) =>
        count >= 3 &&
        count >= most * 0.45 &&
        (index === 0 || !GENERIC.has(noun)) &&
        (several === 0 || several >= Math.max(2, count * 0.2)),
    )
    .slice(0, 2)
    .map(([noun, { several }]) =>
      several > 0 || plural(noun) === noun ? plural(noun) : `${articleOf(noun)} ${noun}`,
    );
  return fight;
}

function blow(speech: Speech, names: Names, party: Party, sentence: Sentence, fight: Fight): void {
  const named = [
    ...new Set(
      (names.inSentence.get(sentence.index) ?? []).flatMap((index) => party.members.get(index) ?? []),
    ),
  ];
  let member: number | undefined = named.length === 1 ? named[0] : undefined;
  if (named.length === 0) {
    const turn = speech.turns[sentence.turn]!;
    const before = speech.turns[turn.index - 1]?.speakerId;
    const after = speech.turns[turn.index + 1]?.speakerId;
    if (before && before === after) member = party.voices.get(before);
  }
  if (member === undefined) return;
  const name = names.all[member]!.name;
  const last = fight.blows.at(-1);
  if (last && last.name === name && sentence.index - last.sentence < 12) return;
  fight.blows.push({ name, sentence: sentence.index });
}

function down(names: Names, party: Party, sentence: Sentence, fight: Fight): void {
  if (
    sentence.inSpeech ||
    /["“?]|\b(if|would|could|until|unless|almost|nearly|not|n't)\b/i.test(sentence.text)
  )
    return;
  for (const index of names.inSentence.get(sentence.index) ?? []) {
    const member = party.members.get(index);
    if (member === undefined) continue;
    const mention = names.mentionIn(index, sentence.index);
    if (!mention) continue;
    const after = sentence.words
      .slice(mention.at + mention.length, mention.at + mention.length + 3)
      .map((word) => word.lower)
      .join(' ');
    if (
      !DOWN.test(after) ||
      /^(goes|falls|drops) down (to|the|into|on|and|there|here|by|with|at|a)\b/.test(after)
    )
      continue;
    if (/^is (down)/.test(after)) continue;
    const name = names.all[member]!.name;
    if (fight.downs.at(-1)?.name !== name) fight.downs.push({ name, sentence: sentence.index });
  }
}
