import type { AnalysisResult, Evening, Evidence, Line } from '#contract/analysis-result.ts';
import { readQuestion } from '#contract/check-questions.ts';
import { withoutMarkdown } from '#contract/evening-text.ts';
import { isLasting, keyOf } from '#contract/labels.ts';
import {
  inTranscripts,
  isCharacter,
  isRejected,
  type Known,
  sameName,
  sessionIndexOf,
  whoIs,
} from './cast-rules.ts';
import { questionIdOf } from './question-ids.ts';
import { storedRows } from './stored-rows.ts';
import type { Cast } from './tables.ts';
import { createNaming, type NameOf, type VoiceNames, withVoiceNames } from './voice-names.ts';

export interface CastNow extends Cast {
  answered?: ReadonlySet<string>;
  /** Whose voices the lines have now that a session's texts cite: merging, splitting or a correction gave some to others. */
  voices?:
    | {
        sessionId: string;
        labels: ReadonlySet<string>;
        lines: ReadonlyMap<string, LineNow>;
        /** Also of lines that nobody is known to have said. */
        starts: ReadonlyMap<string, number>;
      }
    | undefined;
}

interface LineNow {
  label: string;
  speakerId: string;
  startMs: number;
}

/** The one voice that all these lines have now; null: of several, or not known. */
function voiceNow({ voices }: CastNow, sessionId: string, label: string, evidence: Evidence): LineNow | null {
  if (voices?.sessionId !== sessionId || (isLasting(label) && !voices.labels.has(label))) return null;
  const { startMs, endMs } = evidence;
  const lines = evidence.segmentIds.map((id) => voices.lines.get(id));
  // Lines of another transcript may have the same id, but hardly begin at the same millisecond.
  if (!lines.some((line) => line?.startMs === startMs)) return null;
  const [first, ...others] = lines.map((line) =>
    line !== undefined && line.startMs >= startMs && line.startMs <= endMs ? line : null,
  );
  return first != null && others.every((line) => line?.label === first.label) ? first : null;
}

/** Without lines of a transcript that was replaced. */
export const linesNow = ({ voices }: Pick<CastNow, 'voices'>, lines: readonly Line[]): Line[] =>
  lines.filter(({ evidence: { segmentIds, startMs } }) =>
    segmentIds.some((id) => voices?.starts.get(id) === startMs),
  );

function inQuotes({ person, character }: Known): string | null {
  return character ?? person?.player ?? null;
}

export function isAnswered(cast: CastNow, sessionId: string, text: string): boolean {
  const asked = readQuestion(text);
  const [first = '', second = ''] = asked.about;
  if (asked.kind === 'cast') {
    const known = whoIs(cast, sessionId, first);
    if (known !== null && (known.person === null || known.character !== null)) return true;
    if (isRejected(cast, sessionId, { label: first, character: second })) return true;
  }
  if (asked.kind === 'name' && sameName(first, second)) return true;
  return cast.answered?.has(questionIdOf(sessionId, asked)) === true;
}

/** Who the game master has said is played, as the table at a glance names them: with their voice in brackets. */
const isConfirmed = (cast: Cast, entry: string) => isCharacter(cast, entry.replace(/ \([^()]*\)$/u, ''));

/** How texts that quote somebody call them: “Speaker 1”, “Wren (Speaker 1)” or “Speaker 1 & Lena” there; null: as they are. */
function callerIn(
  cast: Cast,
  sessionId: string,
  nameOf: (known: Known) => string | null = inTranscripts,
): NameOf {
  const one: NameOf = (label) => {
    const known = whoIs(cast, sessionId, label);
    if (known !== null) return nameOf(known);
    const [, character = '', voice] = /^(.+) \(([^()]+)\)$/u.exec(label) ?? [];
    const within = voice === undefined ? null : whoIs(cast, sessionId, voice);
    if (within === null) return null;
    const isTheirs = within.person?.characters.some((each) => sameName(each, character)) === true;
    return within.source === 'known' && isTheirs ? null : nameOf(within);
  };
  const found = new Map<string, string | null>();
  return (label) => {
    let name = found.get(label);
    if (name !== undefined) return name;
    name = one(label);
    const voices = label.split(' & ');
    if (name === null && voices.length > 1) {
      const names = voices.map((voice) => one(voice) ?? (isLasting(voice) ? null : voice));
      if (names.every((each) => each !== null)) name = names.join(' & ');
    }
    found.set(label, name);
    return name;
  };
}

/** A model may write “Speaker 02” of SPEAKER_02. */
const withoutSpaces = (label: string) => keyOf(label).replace(/[\s_#-]/gu, '');

function namesIn(cast: CastNow, sessionId: string): VoiceNames {
  const called = callerIn(cast, sessionId);
  const quoted: VoiceNames['quoted'] = (label, evidence) => {
    const now = evidence === undefined ? null : (voiceNow(cast, sessionId, label, evidence)?.label ?? null);
    return called(now ?? label) ?? (now === label ? null : now);
  };
  const labels = [...sessionIndexOf(cast, sessionId).chosen.keys()].filter((label) => !isLasting(label));
  if (labels.length === 0) return { quoted, named: (text) => text };
  const named = callerIn(cast, sessionId, inQuotes);
  const names = new Map<string, string | null>();
  for (const label of labels) {
    const [key, name] = [withoutSpaces(label), named(label)];
    names.set(key, !names.has(key) || names.get(key) === name ? name : null);
  }
  const ofCast = cast.people.flatMap(({ player, characters }) => [player, ...characters]);
  return { quoted, named: createNaming((label) => names.get(withoutSpaces(label)) ?? null, ofCast) };
}

/** Names voices, confirms guesses, and removes answered questions. */
export function resultWithCast(cast: CastNow, sessionId: string, result: AnalysisResult): AnalysisResult {
  const names = namesIn(cast, sessionId);
  const inQuotation = callerIn(cast, sessionId, inQuotes);
  const spokenBy = (label: string, evidence: Evidence) => {
    const now = voiceNow(cast, sessionId, label, evidence)?.label ?? label;
    return inQuotation(now) ?? now;
  };
  const named = (body: string, lines: readonly Line[] = [], key = '') =>
    withVoiceNames({ key, body, lines, source: 'analysis' }, names).body;
  const line = <Each extends Line>(each: Each, key?: string): Each => ({
    ...each,
    text: named(each.text, [each], key),
  });
  const lines = <Each extends Line>(all: readonly Each[]) => all.map((each) => line(each));
  const items = (all: AnalysisResult['npcs']) =>
    all.map((item) => ({ ...item, description: named(item.description) }));
  const { shortSummary, summary, previouslyOn } = result.lines;
  return {
    ...result,
    shortSummary: named(result.shortSummary, shortSummary),
    summary: named(result.summary, summary),
    previouslyOn: named(result.previouslyOn, previouslyOn),
    lines: { shortSummary: lines(shortSummary), summary: lines(summary), previouslyOn: lines(previouslyOn) },
    scenes: result.scenes.map((scene) => ({
      ...scene,
      title: named(scene.title),
      description: named(scene.description, scene.lines),
      lines: lines(scene.lines),
      keyEvents: lines(scene.keyEvents),
    })),
    openThreads: lines(result.openThreads),
    decisions: lines(result.decisions),
    ...(result.evening === undefined ? {} : { evening: eveningWithCast(cast, sessionId, result.evening) }),
    memorableMoments: result.memorableMoments.map((moment) => ({
      ...moment,
      description: moment.isQuote ? moment.description : named(moment.description),
      speaker: moment.speaker && spokenBy(moment.speaker, moment.evidence),
      context: named(moment.context),
    })),
    npcs: items(result.npcs),
    locations: items(result.locations),
    items: items(result.items),
    factions: items(result.factions),
    quests: result.quests.map((quest) => ({ ...quest, progress: lines(quest.progress) })),
    characterMoments: result.characterMoments.map((moment) => ({
      ...line(moment),
      character: named(moment.character),
    })),
    combats: result.combats.map((combat) => ({
      ...combat,
      title: named(combat.title),
      description: named(combat.description),
      outcome: combat.outcome && named(combat.outcome),
    })),
    glance: result.glance.map((row) => ({
      ...row,
      entries: row.entries.map((entry) => {
        const { text } = line(entry, 'glance');
        return { ...entry, text, guessed: entry.guessed && !isConfirmed(cast, text) };
      }),
    })),
    toConfirm: result.toConfirm.filter(({ text }) => !isAnswered(cast, sessionId, text)),
  };
}

/**
 * Names voices in pieces of what an analysis wrote, cut anywhere.
 * @param lines what it cites: a quotation among them is of whoever has that voice now
 */
export function namingOf(
  cast: CastNow,
  sessionId: string,
  lines: readonly Line[] = [],
): (text: string) => string {
  const { quoted, named } = namesIn(cast, sessionId);
  const byText = new Map(lines.map(({ text, evidence }) => [text, evidence]));
  const evidenceOf = (row: string) =>
    byText.get(row) ?? lines.find(({ text }) => text.startsWith(row) || row.startsWith(text))?.evidence;
  return (text) =>
    named(
      text.replace(/^([^“”\n]+): (“.*)$/gmu, (row, label: string, said: string) => {
        const name = quoted(label, evidenceOf(row));
        return name === null ? row : `${withoutMarkdown(name)}: ${said}`;
      }),
    );
}

/** Of an evening or some of its parts; voices are shown as in the transcript. */
export function eveningWithCast<Part extends Partial<Evening>>(
  cast: CastNow,
  sessionId: string,
  evening: Part,
): Part {
  const called = callerIn(cast, sessionId);
  const spoken = <Each extends { speaker: string | null; speakerId: string | null; evidence: Evidence }>(
    each: Each,
  ): Each => {
    if (each.speaker === null) return each;
    const now = voiceNow(cast, sessionId, each.speaker, each.evidence);
    const label = now?.label ?? each.speaker;
    return { ...each, speaker: called(label) ?? label, ...(now && { speakerId: now.speakerId }) };
  };
  const { passages, pointers, names, timeline } = evening;
  return {
    ...evening,
    ...(passages && { passages: passages.map(spoken) }),
    ...(pointers && { pointers: pointers.map(spoken) }),
    ...(names && {
      names: names.map((name) => (isCharacter(cast, name.name) ? { ...name, isPlayed: true } : name)),
    }),
    ...(timeline && {
      timeline: {
        ...timeline,
        voices: timeline.voices.map((voice) => ({
          ...voice,
          label: voice.label && (called(voice.label) ?? voice.label),
        })),
      },
    }),
  };
}

const saidBy = / — (?<label>[^—([]+)(?=[([]|$)/u;

/** An entry of “At the table”. */
const guess = /(?<=: |; )([^;:*]+?) \(guessed\)/gu;

/** Whose lines change with the cast, whatever they quote. */
const changedByLine: ReadonlySet<string> = new Set(['toConfirm', 'glance', 'memorableMoments']);

function lineWithCast(cast: CastNow, sessionId: string, key: string, line: string): string | null {
  if (key === 'toConfirm') return isAnswered(cast, sessionId, line.replace(/^- /u, '')) ? null : line;
  if (key === 'glance')
    return line.replace(guess, (whole, entry: string) => (isConfirmed(cast, entry) ? entry : whole));
  if (key !== 'memorableMoments') return line;
  return line.replace(saidBy, (whole, words: string) => {
    const label = words.trimEnd();
    const known = whoIs(cast, sessionId, label);
    const name = known && inQuotes(known);
    return name === null ? whole : ` — ${name}${words.slice(label.length)}`;
  });
}

interface Section {
  key: string;
  body: string;
  source?: string;
  lines?: readonly Line[];
}

/** Names voices; removes answered questions, and the part if none remain. */
export function sectionsWithCast<Each extends Section>(
  cast: CastNow,
  sessionId: string,
  sections: readonly Each[],
): Each[] {
  const names = namesIn(cast, sessionId);
  return sections.flatMap((section) => {
    const { key } = section;
    const named = key === 'toConfirm' ? section : withVoiceNames(section, names);
    if (!changedByLine.has(key)) return named;
    const body = named.body
      .split('\n')
      .flatMap((line) => lineWithCast(cast, sessionId, key, line) ?? [])
      .join('\n');
    if (body === named.body) return named;
    return body.trim() === '' && key === 'toConfirm' ? [] : { ...named, body };
  });
}

/**
 * Restores the original words where the cast was only displayed, and hidden parts.
 * @param read of each section by its key: its body as it was displayed, if the cast has changed since
 */
export function sectionsWithoutCast<Each extends Section>(
  cast: CastNow,
  sessionId: string,
  stored: readonly (Each & { lines?: readonly Line[] })[],
  edited: readonly Each[],
  read: ReadonlyMap<string, string> = new Map(),
): Each[] {
  const shown = sectionsWithCast(cast, sessionId, stored);
  const own = edited.map((section) => {
    const before = stored.find(({ key }) => key === section.key);
    if (before === undefined || before.body === section.body) return section;
    const displayed = shown.find(({ key }) => key === section.key)?.body;
    if (section.body === (read.get(section.key) ?? displayed)) return { ...section, body: before.body };
    const rows = before.body.split('\n');
    const seen = (body: string | undefined) => {
      const seenRows = body?.split('\n') ?? [];
      const kept = new Set(seenRows);
      const own = section.key === 'toConfirm' ? rows.filter((row) => kept.has(row)) : rows;
      return own.length === seenRows.length ? { stored: own, shown: seenRows } : null;
    };
    const view = seen(read.get(section.key)) ?? seen(displayed);
    if (view === null) return section;
    return { ...section, body: storedRows(section.body, { ...view, lines: before.lines ?? [] }) };
  });
  if (edited.length === 0 && shown.length > 0) return own;
  for (const [at, section] of stored.entries())
    if (!shown.some(({ key }) => key === section.key) && !own.some(({ key }) => key === section.key))
      own.splice(Math.min(at, own.length), 0, section);
  return own;
}
