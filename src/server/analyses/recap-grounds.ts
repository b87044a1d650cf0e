import { createHash } from 'node:crypto';
import type { AnalysisResult, Line } from '#contract/analysis-result.ts';
import { isLineOf, quotation } from '#contract/evening-text.ts';
import { rowsOf } from '#contract/markdown/rows.ts';
import type { NotesSection } from '#contract/notes.ts';
import { isRecapSection } from '#contract/recap-sections.ts';
import { withoutQuestions } from '#contract/result-parts.ts';
import { attendanceOf } from '#server/campaigns/attendance.ts';
import { castOf } from '#server/campaigns/cast.ts';
import { firstPlaces } from '#server/campaigns/text-places.ts';
import { wholeWords } from '#server/campaigns/whole-words.ts';
import type { RecapRequest, Statement } from '#server/engines/notes/port.ts';
import type { Orm } from '#server/platform/database/database.ts';

type Part = Pick<NotesSection, 'key' | 'title' | 'body' | 'lines'>;

/** What recaps are written from: not from one another, nor from questions to the game master. */
const groundsOf = <Each extends Pick<Part, 'key'>>(sections: readonly Each[]): Each[] =>
  withoutQuestions(sections).filter((section) => !isRecapSection(section));

/** Other notes have another. */
export function hashOfGrounds(sections: readonly NotesSection[]): string {
  const hash = createHash('sha256');
  for (const { key, title, body, visibility } of groundsOf(sections))
    hash.update(JSON.stringify([key, title, body, visibility]));
  return hash.digest('hex').slice(0, 32);
}

/** What of it concerns a character: not the scenes and lines that name only others of the party. */
export function readOf(
  sections: readonly Part[],
  character: string | null,
  party: readonly string[],
): RecapRequest['sections'] {
  const isHere = character === null ? () => true : concerns(character, party);
  return groundsOf(sections).flatMap(({ title, body, lines }) => {
    const text = scenesIn(body)
      .flatMap((scene) => sceneOf(scene, isHere))
      .join('\n')
      .trim();
    return text === '' ? [] : [{ title, statements: statementsIn(text, lines) }];
  });
}

/** Each line of the text, cut after what has turns of its own. */
function statementsIn(text: string, lines: readonly Line[]): Statement[] {
  const places = firstPlaces(text, new Set(lines.map((line) => line.text)));
  const ends = lines
    .flatMap((line) => {
      const at = places.get(line.text);
      return at === undefined ? [] : [{ at, end: at + line.text.length, evidence: line.evidence }];
    })
    .sort((one, other) => one.end - other.end);
  const statements: Statement[] = [];
  let from = 0;
  const add = (end: number, evidence: Statement['evidence']) => {
    const rows = text
      .slice(from, end)
      .split('\n')
      .filter((row) => /[\p{L}\p{N}]/u.test(row));
    for (const [at, row] of rows.entries())
      statements.push({ text: row.trim(), evidence: at === rows.length - 1 ? evidence : null });
    from = end;
  };
  for (const { at, end, evidence } of ends) if (at >= from) add(end, evidence);
  add(text.length, null);
  return statements;
}

/** What of the evening the notes do not have, the most worth reading first. */
export function passagesFor(
  { passages }: Pick<NonNullable<AnalysisResult['evening']>, 'passages'>,
  sections: readonly Part[],
  character: string | null,
  party: readonly string[],
): Line[] {
  const isHere = character === null ? () => true : concerns(character, party);
  const lines = groundsOf(sections).flatMap((section) => section.lines);
  return passages
    .toSorted((one, other) => one.rank - other.rank)
    .filter((each) => !each.hidden && !lines.some((line) => isLineOf(line, each)))
    .map(quotation)
    .filter(({ text }) => isHere(text));
}

/** The lines from each heading to the next. */
function scenesIn(body: string): Scene[] {
  const scenes: Scene[] = [{ isTitled: false, lines: [] }];
  for (const { kind, signs, text } of rowsOf(body)) {
    if (kind === 'heading') scenes.push({ isTitled: true, lines: [] });
    scenes.at(-1)?.lines.push(signs + text);
  }
  return scenes;
}

interface Scene {
  isTitled: boolean;
  lines: string[];
}

/** A scene is there or not; outside of scenes, each line is. */
function sceneOf({ isTitled, lines }: Scene, isHere: (text: string) => boolean): readonly string[] {
  if (isTitled) return isHere(lines.join('\n')) ? lines : [];
  return lines.filter(isHere);
}

function concerns(character: string, party: readonly string[]): (text: string) => boolean {
  const own = namesOf(character);
  const others = party.filter((name) => name !== character).flatMap(namesOf);
  return (text) => own.some((name) => name.test(text)) || !others.some((name) => name.test(text));
}

const NO_NAME = /^(?:..?|the|der|die|das|les?|las?|los|sir|lady|lord|captain|brother|sister)$/iu;

/** The whole name, and the first word of it. */
function namesOf(name: string): RegExp[] {
  const [first = name] = name.split(/\s+/u);
  return [...new Set([name, ...(NO_NAME.test(first) ? [] : [first])])].map(
    (each) => new RegExp(wholeWords([each]), 'iu'),
  );
}

/** The player characters of a campaign, and those who were there in a session; all of them if its voices do not say. */
export async function partyOf(
  orm: Orm,
  campaignId: string,
  sessionId: string,
): Promise<{ all: string[]; present: string[] }> {
  const cast = await castOf(orm, campaignId);
  const { people, chosen } = cast;
  const { present } = await attendanceOf(orm, campaignId, [sessionId], cast);
  const here = present.get(sessionId);
  const players = people.filter(({ role }) => role === 'player');
  const names = players.flatMap(({ id, characters }) => {
    if (here !== undefined && !here.has(id)) return [];
    const played = chosen.flatMap((each) =>
      each.sessionId === sessionId && each.personId === id && each.character ? [each.character] : [],
    );
    return played.length > 0 ? played : characters.slice(0, 1);
  });
  return {
    all: [...new Set(players.flatMap(({ characters }) => characters))],
    present: [...new Set(names)],
  };
}
