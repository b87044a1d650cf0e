import type { Evidence, Line } from '#contract/analysis-result.ts';
import { wordsOf } from '../highlights/text.ts';
import type { NotesRequest } from '../port.ts';
import { TranscriptIndex } from '../quotes.ts';

/**
 * Checks a model's statements against the transcript: ids must exist, and names and numbers must have been
 * said or be known.
 */
export class Ground {
  readonly index: TranscriptIndex;
  readonly #said: Set<string>;
  dropped = 0;

  constructor(request: NotesRequest) {
    this.index = new TranscriptIndex(request.transcript);
    const { campaign, transcript } = request;
    this.#said = new Set();
    const known = [
      campaign.title ?? '',
      campaign.setting ?? '',
      ...campaign.playerCharacters.flatMap(({ name, playedBy, aliases }) => [
        name,
        playedBy ?? '',
        ...aliases,
      ]),
      ...campaign.names.map(({ term }) => term),
      ...transcript.speakers.map((speaker) => speaker.label),
    ];
    for (const text of [...known, ...transcript.segments.map((segment) => segment.text)])
      for (const word of wordsOf(text)) this.#said.add(plain(word.lower));
  }

  /** Evidence for the ids among `allowed`, else for the turn that says the same; null for an invention. */
  evidence(ids: string[], text: string, allowed?: ReadonlySet<string>): Evidence | null {
    const found = ids
      .map((id) => id.replace(/^\[|\]$/g, ''))
      .filter((id) => allowed === undefined || allowed.has(id))
      .flatMap((id) => this.index.indexOf(id) ?? []);
    return this.index.evidence(found) ?? this.index.closest(text, 0.6);
  }

  /** Whether a statement's names and numbers were said in the session or are known in the campaign. */
  isSaid(text: string): boolean {
    return wordsOf(text).every((word, at) => {
      const name = at > 0 && word.joined && /^\p{Lu}\p{Ll}/u.test(word.raw);
      if (!name && !/^\d{2,}$/.test(word.raw)) return true;
      return (
        plain(word.lower)
          .split('-')
          .every((part) => part.length < 3 || this.#said.has(part)) || this.#said.has(plain(word.lower))
      );
    });
  }

  /** Verified statements with their evidence; counts the others. */
  lines(statements: { text: string; ids: string[] }[], allowed?: ReadonlySet<string>): Line[] {
    return statements.flatMap(({ text, ids }) => {
      const line = flat(text);
      const evidence = this.isSaid(line) ? this.evidence(ids, line, allowed) : null;
      if (evidence && line) return [{ text: line, evidence }];
      this.dropped += 1;
      return [];
    });
  }
}

const plain = (word: string): string => word.replace(/['’]s?$/, '');

/** One line without Markdown, so that the notes contain it verbatim. */
export const flat = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[*_`<>|\\#~]/g, '')
    .replace(/^(?:[-+=•]|\d+[.)])\s+/, '')
    .trim();
