import type { Speaker } from '#contract/transcript.ts';

export type HideNames = (text: string) => string;

export const keepNames: HideNames = (text) => text;

const partOfTable =
  /^(?:(?:unknown|speaker|player|guest|narrator|everyone|all|gm|dm|game ?master|dungeon ?master|host|voice|person|participant)[\s_#-]*\w{0,2}|\d+|\w)$/iu;

const particles = new Set([
  'the',
  'and',
  'von',
  'van',
  'de',
  'der',
  'den',
  'di',
  'da',
  'la',
  'le',
  'el',
  'of',
  'dm',
  'gm',
]);

/** Each person keeps their number. Not in lower case, where names could be words (will, mark). */
export function hideNames(
  speakers: readonly (Pick<Speaker, 'label' | 'role'> & { person?: string })[],
): HideNames {
  const replacements = new Map<string, string>();
  const players = new Set<string>();
  for (const { label, role, person } of speakers) {
    const name = label.normalize('NFC').trim();
    const bare = name.replace(/\s*[([].*?[)\]]\s*/gu, ' ').trim();
    if (bare === '' || partOfTable.test(bare)) continue;
    const key = person ?? bare.toLowerCase();
    if (role !== 'gm') players.add(key);
    const pseudonym = role === 'gm' ? 'the game master' : `Player ${[...players].indexOf(key) + 1}`;
    const parts = bare
      .split(/[\s,/&]+/u)
      .filter((part) => part.length > 1 && !particles.has(part.toLowerCase()));
    for (const form of [name, bare, ...parts].flatMap(formsOf)) {
      if (!replacements.has(form)) replacements.set(form, pseudonym);
    }
  }
  if (replacements.size === 0) return keepNames;
  const names = [...replacements.keys()].sort((one, other) => other.length - one.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${names.join('|')})(?![\\p{L}\\p{N}\\p{M}])`, 'gu');
  return (text) => text.normalize('NFC').replace(pattern, (name) => replacements.get(name) ?? name);
}

function formsOf(name: string): string[] {
  const capitalised = name
    .toLowerCase()
    .replace(/(^|[\s\-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
  return [name === name.toLowerCase() ? capitalised : name, capitalised, name.toUpperCase()];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
