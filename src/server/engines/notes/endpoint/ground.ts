import type { Evidence, Line } from '#contract/analysis-result.ts';
import type { NotesRequest } from '../port.ts';
import { TranscriptIndex } from '../quotes.ts';
import { wordsOf } from '../reading/text.ts';
import { addressesModel } from './addressed.ts';
import { numbersIn } from './numbers.ts';

/** Checks a model's statements: ids must exist, and names and numbers must have been said or be known. */
export class Ground {
  readonly index: TranscriptIndex;
  readonly #said: Set<string>;
  readonly #numbers: (Set<number> | undefined)[] = [];
  readonly #known: Set<number>;
  readonly #transcript: NotesRequest['transcript'];
  readonly #addressed: Set<number>;
  dropped = 0;
  readonly unverified: Line[] = [];

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
      ...campaign.names.flatMap(({ term, aliases = [] }) => [term, ...aliases]),
      ...transcript.speakers.map((speaker) => speaker.label),
    ];
    this.#transcript = transcript;
    this.#addressed = new Set(
      transcript.segments.flatMap(({ text }, at) => (addressesModel(text) ? [at] : [])),
    );
    this.#known = new Set(known.flatMap(numbersIn));
    const said = transcript.segments.filter((_, at) => !this.#addressed.has(at)).map(({ text }) => text);
    for (const text of [...known, ...said])
      for (const word of wordsOf(text)) this.#said.add(plain(word.lower));
  }

  /** The evidence for the allowed ids, else for the turn with the same words; null for an invention. */
  evidence(ids: string[], text: string, allowed?: ReadonlySet<string>): Evidence | null {
    const found = ids
      .map((id) => id.replace(/^\[|\]$/g, ''))
      .filter((id) => allowed === undefined || allowed.has(id))
      .flatMap((id) => this.index.indexOf(id) ?? []);
    return this.index.evidence(found) ?? this.index.closest(text, 0.6);
  }

  isSaid(text: string): boolean {
    return wordsOf(text).every((word, at) => {
      const name = at > 0 && word.joined && /^\p{Lu}\p{Ll}/u.test(word.raw);
      if (!name) return true;
      return (
        plain(word.lower)
          .split('-')
          .every((part) => part.length < 3 || this.#said.has(part)) || this.#said.has(plain(word.lower))
      );
    });
  }

  #countsRight(text: string, evidence: Evidence): boolean {
    const numbers = numbersIn(text).filter((number) => number > 9 && !this.#known.has(number));
    if (numbers.length === 0) return true;
    const cited = evidence.segmentIds.flatMap((id) => this.index.indexOf(id) ?? []);
    const near = new Set<number>();
    for (const at of cited)
      for (let next = at - NEAR_TURNS; next <= at + NEAR_TURNS; next += 1)
        for (const number of this.#numbersAt(next)) near.add(number);
    return numbers.every((number) => near.has(number));
  }

  #numbersAt(at: number): Set<number> {
    const segment = this.#transcript.segments[at];
    if (segment === undefined || this.#addressed.has(at)) return new Set();
    this.#numbers[at] ??= new Set(numbersIn(segment.text));
    return this.#numbers[at];
  }

  /** Null if unsupported; then adds it to `unverified` if it cites real turns, else counts it. */
  verified(text: string, ids: string[], allowed?: ReadonlySet<string>, shown = text): Evidence | null {
    const evidence = this.evidence(ids, text, allowed);
    if (evidence === null || text === '') {
      this.dropped += 1;
      return null;
    }
    const isOnlyAddressed = evidence.segmentIds.every((id) =>
      this.#addressed.has(this.index.indexOf(id) ?? Number.NaN),
    );
    if (!isOnlyAddressed && this.isSaid(text) && this.#countsRight(text, evidence)) return evidence;
    this.unverified.push({ text: shown, evidence });
    return null;
  }

  lines(statements: { text: string; ids: string[] }[], allowed?: ReadonlySet<string>): Line[] {
    return statements.flatMap((statement) => {
      const text = flat(statement.text);
      const evidence = this.verified(text, statement.ids, allowed);
      return evidence === null ? [] : [{ text, evidence }];
    });
  }
}

/** The turn before contains the number, or the one after confirms it. */
const NEAR_TURNS = 3;

const plain = (word: string): string => word.replace(/['’]s?$/, '');

export const flat = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[*_`<>|\\#~]/g, '')
    .replace(/^(?:[-+=•]|\d+[.)])\s+/, '')
    .trim();
