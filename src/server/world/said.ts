import type { SourceResult } from './sources.ts';

/** Of a turn. */
const MOST_READ = 8000;
/** Of the passages of an evening, if its titles do not say whose words they are. */
const MOST_OF_THEM = 0.6;
/** Of the lines of a session: before that it is a break. */
const CLOSES_AFTER = 0.9;
/** Questions after the game may be as long as the game. */
const ENDS_AFTER = 0.4;
const atTheTable =
  /\b(?:tonight|next (?:week|time|episode|session|game)|episode|session|natural (?:20|twenty|one|1)|roll\w*|initiative|damage|hit points|ability card|spell slot|bonus action|action|(?:attacks?|swing) of opportunity|(?:hasted|first|second|third|next) (?:attack|hit)|attack (?:down|bonus)|this round|to hit|combat range|(?:that|which) is an? \d+|you(?:['’]re| are) up\b|\d+ plus|(?:\d+|within \w+) feet|where we(?:['’]re| are) going to pick|(?:your|my|their|its) turn|(?:dis)?advantage|(?:\w+ )?(?:checks?|saving throws?|saves?)|armor class|DC|the break|thank you (?:all|guys|so much|\w+ for)|good night|end (?:it|things|the game|the session)?\s?(?:here|there|on)|going to (?:go ahead|end)|we(?:['’]ll| will) pick up|laughter|Q ?(?:and|&) ?A|cheering|applause|cheers|D&D|Twitch|Amazon|streams?|giveaways?|website|dungeon master|thank you for your patience)\b/iu;
/** With these words a game master ends an evening. */
const closing =
  /(?:,?\s{0,3}(?:and|so|but)?,?\s{0,3}(?:(?:with|on) (?:that|this)(?: note)?,?|(?:and )?(?:that|this|here|there)(?:['’]s| is| will be)? (?:probably |actually |exactly )?(?:where|when)|from (?:that|this) point,?))?\s{0,3}\b(?:we(?:['’](?:re|ll)| are| will| can| should)?|I(?:['’]m| am|['’]ll| will)|let['’]s)(?: \w+){0,6}? (?:end|stop|leave|close|pick|pause|call|wrap|finish|conclude)\b[^.!?"”]{0,50}?\b(?:tonight|today|session|game|episode|evening|next|here|there|it|this|up)\b|\b(?:good|great|nice|fine) (?:place|spot|point|moment|time) (?:to|for us to) (?:end|stop|leave|close|pause|break)\b|\b(?:end of|that(?:['’]s| is) it for) (?:today|tonight|(?:the|this|today['’]s|tonight['’]s) (?:session|game|episode|evening))\b|\b(?:with|on) (?:that|this)(?: note)?,? (?:we|I)(?:['’]\p{L}+)?(?: \w+){0,4}? (?:end|stop|close|conclude|finish|wrap)\b|\bbring (?:this|the|our|tonight['’]s|things)(?: \w+)? to (?:a close|an end)\b|\b(?:thank you|thanks)(?: all| guys| everyone| so much| again)* for (?:playing|watching|tuning|joining|coming)\b|\bsee (?:you|y['’]all)(?: all| guys)* next (?:week|time|\w+day)\b|,?\s{0,3}\bwe (?:have|['’]ve got) (?:an?|some|\w+)(?: \w+){0,3} announcements?\b/iu;
const ending =
  /\b(?:we(?:['’](?:re|ll)| are| will| can| should)|I(?:['’]m| am|['’]ll| will)|let['’]s)(?: \w+){0,6}? (?:end|stop|leave|close|pick|pause|call|wrap|finish|conclude)\b[^.!?"”]{0,50}?\b(?:tonight|today|session|game|episode|evening|the night|next (?:week|time|\w+day))\b/iu;

/** Whose voice narrates: of whose words the chapters are titled, else who said most of what was picked. */
export function narratorOf({ evening }: Pick<SourceResult, 'evening'>): string | null {
  if (evening === null) return null;
  const titled = new Set(evening.chapters.flatMap(({ title }) => title?.evidence.segmentIds ?? []));
  const counts = new Map<string, number>();
  const voices = (those: typeof evening.passages) => those.flatMap(({ speakerId }) => speakerId ?? []);
  const near = voices(
    evening.passages.filter(({ evidence }) => evidence.segmentIds.some((id) => titled.has(id))),
  );
  const all = near.length > 0 ? near : voices(evening.passages);
  for (const id of all) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most !== undefined && most[1] >= all.length * MOST_OF_THEM ? most[0] : null;
}

/** Whether it is of the game, not of the people who play it. */
export const isOfTheGame = (text: string): boolean => !atTheTable.test(text);

export const outsideQuotes = (text: string): string =>
  text.slice(0, MOST_READ).replace(/“[^“”]*”|"[^"]*"/gu, (said) => ' '.repeat(said.length));

/** Whether it says so in words that nothing else has: what follows is questions and farewells, however long. */
export const isEndOfEvening = (text: string): boolean => {
  const own = outsideQuotes(text);
  return ending.test(own) && !/\b(?:break|minutes|giveaways?|winner)\b/iu.test(own);
};

/** Where the game master ends the evening in this line; null: they do not. */
export function closingIn(text: string): number | null {
  const found = closing.exec(outsideQuotes(text));
  return found === null ? null : found.index + found[0].search(/\S/u);
}

/** The turns until whoever narrates ends the evening, or else until the last chapter does. */
export function untilEnd<Turn extends { speakerId: string | null; startMs: number; text: string }>(
  turns: readonly Turn[],
  { evening }: Pick<SourceResult, 'evening'>,
): Turn[] {
  const narrator = narratorOf({ evening });
  const after = (share: number, isClosing: (text: string) => boolean) =>
    turns.findIndex(
      ({ speakerId, text }, at) =>
        at >= turns.length * share && (narrator === null || speakerId === narrator) && isClosing(text),
    );
  const surelyAt = after(ENDS_AFTER, isEndOfEvening);
  const closingAt = surelyAt < 0 ? after(CLOSES_AFTER, (text) => closingIn(text) !== null) : surelyAt;
  const endMs = evening?.chapters.at(-1)?.endMs ?? Number.MAX_SAFE_INTEGER;
  return closingAt < 0 ? turns.filter(({ startMs }) => startMs <= endMs) : turns.slice(0, closingAt + 1);
}
