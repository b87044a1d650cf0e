import type { Chapter, Line, Passage, Pointer } from './analysis-result.ts';
import type { NotesSection } from './notes.ts';

const markdownSigns = /[*_`<>|\\#[\]~]/g;

/** The text on one line, without characters that Markdown interprets. */
export const withoutMarkdown = (text: string): string =>
  text.replace(markdownSigns, '').replace(/\s+/g, ' ').trim();

/** Words in quotation marks, as Markdown. Quotations within become single ones; what loses characters has no marks. */
export function inMarks(said: string): string {
  // What somebody of the story says from beginning to end needs one pair of marks.
  const words = inPairs(
    withoutMarkdown(/^(?:["“][^"“”„]*["”]|„[^"“”„]*["“”])$/.test(said) ? said.slice(1, -1) : said),
  );
  return said.search(markdownSigns) < 0
    ? `“${words || '…'}”`
    : words.replace(/^(?:[-+=]+|\d+[.)])\s+/, '') || '…';
}

/** Also of German quotations, which “ closes. The marks whose other one is in the words, too, as single ones, by their places. */
function pairsIn(words: string): ReadonlyMap<number, string> {
  const pairs = new Map<number, string>();
  let open = -1;
  for (const { 0: mark, index } of words.matchAll(/["“”„]/g))
    if (mark === '„' || (mark === '“' ? words[open] !== '„' : /^[\s(]?$/.test(words.charAt(index - 1))))
      open = index;
    else if (open >= 0) {
      pairs.set(open, '‘').set(index, '’');
      open = -1;
    }
  return pairs;
}

/** Single marks; one of which the other is in words that are not shown goes. */
function inPairs(words: string): string {
  const pairs = pairsIn(words);
  return words.replace(/["“”„]/g, (_, at: number) => pairs.get(at) ?? '');
}

/** Words that were cut, without a quotation mark at their begin or end of which the other is in what was cut off. */
export function withoutCutMarks(words: string): string {
  const pairs = pairsIn(words);
  return words.replace(/^["“”„]|["“”„](?=[.,!?…]*$)/g, (mark, at: number) => (pairs.has(at) ? mark : ''));
}

/** “Lena: “We go.””, or only the words if no voice is known. */
export function quotation({ text, speaker, evidence }: Pick<Pointer, 'text' | 'speaker' | 'evidence'>): Line {
  const said = inMarks(text);
  return { text: speaker === null ? said : `${withoutMarkdown(speaker)}: ${said}`, evidence };
}

/** The text, or so many words of it and an ellipsis. */
export function firstWords(text: string, most: number): string {
  const words = text.split(/\s+/);
  return words.length <= most ? text : `${words.slice(0, most).join(' ')} …`;
}

/** Whether a line of notes is this passage, whatever its speaker was called then. */
export const isLineOf = ({ text, evidence }: Line, passage: Pick<Passage, 'text' | 'evidence'>): boolean =>
  evidence.segmentIds.some((id) => passage.evidence.segmentIds.includes(id)) &&
  withoutMarks(text).endsWith(withoutMarks(inMarks(passage.text)));

const withoutMarks = (text: string): string => text.replace(/["“”„‘’]/g, '');

/** The game master's own title, else words of theirs in quotation marks, else a number. */
export function chapterTitle({ ownTitle, title }: Pick<Chapter, 'ownTitle' | 'title'>, at: number): string {
  const numbered = `Chapter ${at + 1}`;
  if (ownTitle !== null) return withoutMarkdown(ownTitle) || numbered;
  return title === null ? numbered : inMarks(title.text.charAt(0).toUpperCase() + title.text.slice(1));
}

/** The section of starred passages. */
export const keptSection = { key: 'kept', title: 'Kept' } as const;

export const isKept = (sections: readonly NotesSection[], passage: Passage): boolean =>
  sections.some(({ key, lines }) => key === keptSection.key && lines.some((line) => isLineOf(line, passage)));

/** Asked of the game master at the top of the page; each answer is a section of the notes. */
export const gameMasterQuestions = [
  { field: 'decided', key: 'decisions', question: 'What did they decide?' },
  { field: 'open', key: 'openThreads', question: 'What is still open?' },
  { field: 'recap', key: 'shortSummary', question: 'One line for the recap?' },
] as const;

export type Answers = Record<(typeof gameMasterQuestions)[number]['field'], string>;

/** The answers that the notes have. What an analysis wrote is none. */
export function answersIn(sections: readonly NotesSection[]): Answers {
  const answers: Answers = { decided: '', open: '', recap: '' };
  for (const { field, key } of gameMasterQuestions) {
    const section = sections.find((each) => each.key === key);
    if (section !== undefined && section.source !== 'analysis') answers[field] = section.body;
  }
  return answers;
}
