import type { AnalysisResult, Evidence, Line } from '#contract/analysis-result.ts';
import type { NotesSection } from '#contract/notes.ts';
import { placeIn } from '#contract/place-in.ts';
import {
  type CatalogueEntry,
  highlightsLabel,
  partsInOrder,
  partTitle,
  peopleTitles,
  type ResultPartKey,
  type SectionKey,
  scenesTell,
} from '#contract/result-parts.ts';

interface NotesPart extends CatalogueEntry {
  body: string;
  lines: Line[];
}

export type Stamp = (evidence: Evidence) => string;
export const noStamp: Stamp = () => '';

/** Omits empty sections. */
export function notesSections(result: AnalysisResult): NotesSection[] {
  return notesParts(result, noStamp).map(({ key, title, visibility, body, lines }) => ({
    key,
    title,
    visibility,
    body: result.kind === 'highlights' && key === 'summary' ? `*${highlightsLabel}*\n\n${body}` : body,
    lines,
    source: 'analysis',
  }));
}

export const ownWordsSection = (recap: string): NotesSection & { key: SectionKey } => ({
  key: 'ownWords',
  title: 'In the game master’s own words',
  visibility: 'gm',
  body: `*From the start of the next session*\n\n${recap}`,
  source: 'analysis',
  lines: [],
});

export function notesParts(result: AnalysisResult, stamp: Stamp): NotesPart[] {
  const bullets = (lines: Line[]) => ({
    body: lines.map((line) => `- ${line.text}${stamp(line.evidence)}`).join('\n'),
    lines,
  });
  const names = (items: AnalysisResult['npcs']) => ({
    body: items
      .map(
        (item) =>
          `- **${item.name}**${item.description ? `: ${item.description}` : ''}${stamp(item.evidence)}`,
      )
      .join('\n'),
    lines: items.map((item) => ({ text: item.description || item.name, evidence: item.evidence })),
  });
  const contents: Record<ResultPartKey, { body: string; lines: Line[] }> = {
    toConfirm: bullets(result.toConfirm.map(({ text, evidence }) => ({ text, evidence }))),
    shortSummary: { body: result.shortSummary, lines: result.lines.shortSummary },
    glance: glancePart(result, stamp),
    previouslyOn: { body: result.previouslyOn, lines: result.lines.previouslyOn },
    summary: { body: stamped(result.summary, result.lines.summary, stamp), lines: result.lines.summary },
    scenes: scenesPart(result, stamp),
    memorableMoments: momentsPart(result, stamp),
    npcs: peoplePart(result, names),
    locations: names(result.locations),
    items: names(result.items),
    factions: names(result.factions),
    quests: questsPart(result, stamp),
    openThreads: bullets(result.openThreads),
    decisions: bullets(result.decisions),
    characterMoments: {
      body: result.characterMoments
        .map(({ character, text, evidence }) => {
          const whose = text.startsWith(`${character} `) ? '' : `**${character}**: `;
          return `- ${whose}${text}${stamp(evidence)}`;
        })
        .join('\n'),
      lines: result.characterMoments.map(({ text, evidence }) => ({ text, evidence })),
    },
    combats: combatsPart(result, stamp),
  };
  return partsInOrder(result)
    .map((part) => ({ ...part, title: partTitle(part, result), ...contents[part.key] }))
    .filter(({ body }) => body.trim() !== '');
}

function glancePart(result: AnalysisResult, stamp: Stamp) {
  return {
    body: result.glance
      .map(({ label, entries }) => {
        const facts = entries.map(
          ({ text, guessed, evidence }) => `${text}${guessed ? ' (guessed)' : ''}${stamp(evidence)}`,
        );
        return `- **${label}**: ${facts.join('; ')}`;
      })
      .join('\n'),
    lines: result.glance.flatMap(({ entries }) => entries.map(({ text, evidence }) => ({ text, evidence }))),
  };
}

function peoplePart(
  result: AnalysisResult,
  names: (items: AnalysisResult['npcs']) => { body: string; lines: Line[] },
): { body: string; lines: Line[] } {
  const met = names(result.npcs.filter(({ presence }) => presence === 'met'));
  const spokenOf = names(result.npcs.filter(({ presence }) => presence === 'spokenOf'));
  const others = names(result.npcs.filter(({ presence }) => presence === undefined));
  const groups = [
    others.body,
    met.body && `**${peopleTitles.met}**\n\n${met.body}`,
    spokenOf.body && `**${peopleTitles.spokenOf}**\n\n${spokenOf.body}`,
  ];
  return {
    body: groups.filter(Boolean).join('\n\n'),
    lines: [...others.lines, ...met.lines, ...spokenOf.lines],
  };
}

function scenesPart(result: AnalysisResult, stamp: Stamp) {
  if (!scenesTell(result)) return { body: '', lines: [] };
  return {
    body: result.scenes
      .map((scene) =>
        [
          `### ${scene.title}${stamp(scene.evidence)}`,
          scene.description,
          scene.keyEvents.map((event) => `- ${event.text}${stamp(event.evidence)}`).join('\n'),
        ]
          .filter(Boolean)
          .join('\n\n'),
      )
      .join('\n\n'),
    lines: result.scenes.flatMap((scene) => [...scene.lines, ...scene.keyEvents]),
  };
}

function momentsPart(result: AnalysisResult, stamp: Stamp) {
  return {
    body: result.memorableMoments
      .map((moment) => {
        const words = moment.isQuote ? `“${moment.description}”` : moment.description;
        const speaker = moment.speaker ? ` — ${moment.speaker}` : '';
        return `- ${words}${speaker}${moment.context ? ` (${moment.context})` : ''}${stamp(moment.evidence)}`;
      })
      .join('\n'),
    lines: result.memorableMoments.map(({ description, evidence }) => ({ text: description, evidence })),
  };
}

function questsPart(result: AnalysisResult, stamp: Stamp) {
  return {
    body: result.quests
      .map((quest) => {
        const status = quest.status === 'unknown' ? '' : ` (${quest.status})`;
        const progress = quest.progress.map((line) => `  - ${line.text}${stamp(line.evidence)}`);
        return [`- **${quest.name}**${status}`, ...progress].join('\n');
      })
      .join('\n'),
    lines: result.quests.flatMap((quest) => quest.progress),
  };
}

function combatsPart(result: AnalysisResult, stamp: Stamp) {
  return {
    body: result.combats
      .map((combat) => {
        const outcome = combat.outcome ? `\n  - Outcome: ${combat.outcome}` : '';
        return `- **${combat.title}**${combat.description ? `: ${combat.description}` : ''}${stamp(combat.evidence)}${outcome}`;
      })
      .join('\n'),
    lines: result.combats.flatMap(({ description, outcome, evidence }) =>
      [description, outcome].flatMap((text) => (text ? [{ text, evidence }] : [])),
    ),
  };
}

function stamped(markdown: string, lines: Line[], stamp: Stamp): string {
  let text = '';
  let rest = markdown;
  for (const line of lines) {
    const at = placeIn(rest, line.text);
    if (at < 0) continue;
    const end = at + line.text.length;
    text += rest.slice(0, end);
    rest = rest.slice(end);
    if (rest === '' || rest.startsWith('\n')) text += stamp(line.evidence);
  }
  return text + rest;
}
