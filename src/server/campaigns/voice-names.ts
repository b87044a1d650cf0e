import type { Evidence, Line } from '#contract/analysis-result.ts';
import { withoutMarkdown } from '#contract/evening-text.ts';
import { numberedLabels } from '#contract/labels.ts';
import { firstPlaces, replacedTexts } from './text-places.ts';

/** What a speaker is to be called; null: as they are. */
export type NameOf = (label: string) => string | null;

export interface VoiceNames {
  /** “Wren (Mira)”, before words in quotation marks, which may be another voice's by now. */
  quoted(label: string, evidence?: Evidence): string | null;
  /** What an analysis wrote, with its numbered voices named: “Wren locks the door.” */
  named(text: string): string;
}

const spoken = /^([^“”]+): (“[^“”]*”)$/u;
/** Words that lost a sign of Markdown have no marks. */
const unmarked = /^([^:“”]+): ([^“”]+)$/u;
/** Words of others. */
const marked = /(“[^“”]*”|„[^„“”]*[“”]|"[^"\n]*")/u;

/** @param namesOfCast each may be beside a voice in parentheses */
export function createNaming(nameOf: NameOf, namesOfCast: readonly string[]): VoiceNames['named'] {
  const names = namesOfCast.toSorted((one, other) => other.length - one.length);
  const parenthesis = new Set(names.map((name) => ` (${name})`));
  const longest = (names[0]?.length ?? 0) + 3;
  const nameBefore = (text: string) =>
    names.find(
      (name) => text.endsWith(`${name} (`) && !/[\p{L}\p{N}]$/u.test(text.slice(0, -name.length - 2)),
    );
  const piece = (text: string) => {
    let named = '';
    let from = 0;
    for (const { 0: label, index } of text.matchAll(numberedLabels)) {
      const isWord = /^\p{Ll}+ |[ _]\p{Ll}$/u.test(label);
      const name = isWord ? null : nameOf(label.replaceAll('\\', ''));
      if (name === null) continue;
      const end = index + label.length;
      named += text.slice(from, index);
      const before = text[end] === ')' ? nameBefore(named.slice(-longest)) : undefined;
      const after = text.slice(end, end + longest);
      const beside = after.slice(0, after.indexOf(')') + 1);
      if (before !== undefined) named = named.slice(0, -before.length - 2);
      named += withoutMarkdown(name);
      from = before !== undefined ? end + 1 : parenthesis.has(beside) ? end + beside.length : end;
    }
    return named + text.slice(from);
  };
  return (text) =>
    text
      .split(marked)
      .map((each, at) => (at % 2 === 1 ? each : piece(each)))
      .join('');
}

interface Section {
  key: string;
  body: string;
  source?: string;
  lines?: readonly Line[];
}

/**
 * Cited words that name a voice, as they are and as they become: “Speaker 1: “We go.””, ““We go.” — Speaker 1” where somebody quotes a line, and
 * what an analysis wrote in a section that a person changed since.
 */
function citedTexts(
  { key, body, source, lines = [] }: Section,
  { quoted, named }: VoiceNames,
): Map<string, string> {
  const found = new Map<string, string>();
  const alone = new Map<string, Evidence>();
  for (const { text, evidence } of lines) {
    const [, label, said] = spoken.exec(text) ?? unmarked.exec(text) ?? [];
    const name = label === undefined ? null : quoted(label, evidence);
    if (name !== null) found.set(text, `${withoutMarkdown(name)}: ${said}`);
    else if (text.startsWith('“')) alone.set(text, evidence);
    else if (key === 'glance' && named(text) !== text && quoted(text)?.endsWith(')') === true)
      found.set(text, quoted(text) ?? text);
    else if (source === 'mixed' && key !== 'memorableMoments') {
      const sentence = named(text);
      if (sentence !== text) found.set(text, sentence);
    }
  }
  if (alone.size > 0 && key !== 'memorableMoments')
    for (const [whole, said = '', label = ''] of body.matchAll(/(“[^“”]*”) — ([^“”\n]+)$/gmu)) {
      const name = alone.has(said) ? quoted(label.trim(), alone.get(said)) : null;
      if (name !== null) found.set(whole, `${said} — ${withoutMarkdown(name)}`);
    }
  return found;
}

/** A section with the names of its voices; itself if none is named. */
export function withVoiceNames<Each extends Section>(section: Each, names: VoiceNames): Each {
  const texts = citedTexts(section, names);
  const named = section.source === 'analysis' ? names.named : (text: string) => text;
  const body = named(replacedTexts(section.body, texts));
  if (body === section.body) return section;
  const renamed = (section.lines ?? []).map(({ text }) => texts.get(text) ?? named(text));
  // Words of others stay as they are.
  const there = firstPlaces(body, new Set(renamed));
  const lines = section.lines?.map((line, at) => {
    const { [at]: text = line.text } = renamed;
    return text === line.text || !there.has(text) ? line : { ...line, text };
  });
  return { ...section, body, ...(lines && { lines }) };
}
