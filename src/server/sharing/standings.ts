import type { NotesSection } from '#contract/notes.ts';
import { type Proposal, proposalLimits } from '#contract/proposals.ts';
import { sentencesOf } from '#contract/sentences.ts';
import { itemsOf } from '#contract/visibility.ts';
import { mostSimilar } from './similar-text.ts';

/** What a player's suggestion is about. */
export interface Suggested {
  sectionKey: string | null;
  quote: string | null;
}

export type Standing = Pick<Proposal, 'standing' | 'present'>;

export const isWholeSection = ({ body }: Pick<NotesSection, 'body'>, text: string): boolean =>
  text.trim() !== '' && body.trim() === text.trim();

/** Whether what they are about is still in the notes, or what has become of it; one for each. */
export function standingsOf(sections: readonly NotesSection[], all: readonly Suggested[]): Standing[] {
  const known = new Map<NotesSection, Set<string>>();
  const contentsOf = (section: NotesSection) => {
    const contents =
      known.get(section) ??
      new Set(
        itemsOf(section).flatMap(({ content }) =>
          content === null || content.length > proposalLimits.text ? [] : [content],
        ),
      );
    known.set(section, contents);
    return contents;
  };
  const cut = new Map<NotesSection, Set<string>>();
  /** Of texts that have several. */
  const sentencesIn = (section: NotesSection) => {
    const sentences =
      cut.get(section) ??
      new Set([...contentsOf(section)].map(sentencesOf).flatMap((each) => (each.length > 1 ? each : [])));
    cut.set(section, sentences);
    return sentences;
  };
  return all.map(({ sectionKey, quote }): Standing => {
    if (sectionKey === null) return { standing: 'same', present: null };
    const section = sections.find(({ key }) => key === sectionKey);
    if (section === undefined) return { standing: 'gone', present: null };
    if (quote === null) return { standing: 'same', present: null };
    const contents = contentsOf(section);
    if (contents.has(quote) || isWholeSection(section, quote)) return { standing: 'same', present: null };
    const sentences = sentencesIn(section);
    if (sentences.has(quote)) return { standing: 'same', present: null };
    const wasWhole = itemsOf({ ...section, body: quote }).length > 1;
    const whole = section.body.trim().length <= proposalLimits.text ? [section.body.trim()] : [];
    const parts = sentencesOf(quote).length === 1 ? sentences : [];
    const present = mostSimilar(quote, wasWhole ? whole : [...contents, ...parts]);
    return { standing: present === null ? 'gone' : 'changed', present };
  });
}
