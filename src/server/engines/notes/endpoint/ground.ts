import type { Evidence, Line } from '#contract/analysis-result.ts';
import type { NotesRequest } from '../port.ts';
import { quoteIn, TranscriptIndex } from '../quotes.ts';
import { addressedOf } from './addressed.ts';
import { numbersIn } from './numbers.ts';
import { SaidNames } from './said-names.ts';

/** What a model claims: a sentence, words of a turn that show it, and the turns it stands on. */
export interface Claim {
  text: string;
  words?: string;
  ids: readonly string[];
}

/** The turn before contains the number, or the one after confirms it. */
const NEAR_TURNS = 3;
/** "One" and "two" are said in other ways: "a guard", "both". */
const LEAST_NUMBER = 3;
/** "The four of them", "all seven": how many people there are is counted, not heard. */
const COMPANY =
  /\b(?:the|all|these|those) (?:other )?(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=\s*(?:[,.;:!?]|$|(?:of|and|were|was|had|went)\b))/gi;
const FEWEST_WORDS_OF_QUOTE = 3;
const MOST_TURNS = 40;
const FAR_TURNS = 60;
const TOGETHER_TURNS = 30;

/** The numbers of a text that must have been said. In words they are read in English only, so elsewhere small ones may have been. */
export const countedIn = (text: string, language: string | null): number[] =>
  numbersIn(text.replace(COMPANY, '')).filter(
    (number) => number >= (/^en\b/i.test(language ?? 'en') ? LEAST_NUMBER : 10),
  );

/** What a text quotes: more than a word or two, which are often no quotation. */
export const quotationsIn = (text: string): { whole: string; words: string }[] =>
  [...text.matchAll(/[“"«„]([^“”"«»„]+)[”"»“]/g)]
    .map(([whole, words = '']) => ({ whole, words }))
    .filter(({ words }) => words.split(/\s+/).filter(Boolean).length >= FEWEST_WORDS_OF_QUOTE);

/**
 * Checks a model's statements against the transcript: the turns must exist, names, numbers and quotations must have been said or be known. What
 * cites real turns and fails is in `unverified`; what cites nothing is counted in `dropped`.
 */
export class Ground {
  readonly index: TranscriptIndex;
  readonly names: SaidNames;
  readonly #numbers: (Set<number> | undefined)[] = [];
  readonly #known: Set<number>;
  readonly #transcript: NotesRequest['transcript'];
  readonly #addressed: Set<number>;
  readonly #language: string | null;
  dropped = 0;
  readonly unverified: Line[] = [];

  constructor(request: NotesRequest) {
    this.index = new TranscriptIndex(request.transcript);
    const { campaign, transcript } = request;
    const known = [
      campaign.title ?? '',
      campaign.setting ?? '',
      ...campaign.playerCharacters.flatMap(({ name, playedBy, aliases }) => [
        name,
        playedBy ?? '',
        ...aliases,
      ]),
      ...campaign.names.flatMap(({ term, aliases = [] }) => [term, ...aliases]),
      ...(campaign.earlier?.entries ?? []).flatMap(({ name, aliases }) => [name, ...aliases]),
      ...transcript.speakers.map((speaker) => speaker.label),
    ];
    this.#transcript = transcript;
    const isAddressed = addressedOf(transcript.segments.map(({ text }) => text));
    this.#addressed = new Set(isAddressed.flatMap((is, at) => (is ? at : [])));
    const language = request.language ?? transcript.language;
    this.#known = new Set(known.flatMap(numbersIn));
    // Numbers in words are read in English only.
    this.#language = transcript.language ?? null;
    const said = transcript.segments.filter((_, at) => !this.#addressed.has(at)).map(({ text }) => text);
    this.names = new SaidNames([...known, ...said], language);
  }

  /** Where the claim stands: its words, else the turns that it cites, else the one turn with nearly all words of its text. */
  evidence(claim: Claim, allowed?: ReadonlySet<string>): Evidence | null {
    const at = (id: string) =>
      allowed === undefined || allowed.has(id) ? this.index.indexOf(id) : undefined;
    const cited = claim.ids.flatMap((id) => at(id) ?? []);
    const within = (evidence: Evidence | null) =>
      evidence?.segmentIds.flatMap((id) => at(id) ?? []).slice(0, MOST_TURNS) ?? [];
    const shown = within(claim.words ? this.#placeOf(claim.words, cited) : null);
    // Turns far from the words were cited by mistake.
    const near =
      shown.length === 0
        ? cited
        : cited.filter((turn) => shown.some((each) => Math.abs(each - turn) <= FAR_TURNS));
    const turns = [...new Set([...shown, ...near])].slice(0, MOST_TURNS);
    return this.index.evidence(turns.length > 0 ? turns : within(this.index.closest(claim.text, 0.6)));
  }

  #placeOf(words: string, cited: number[]): Evidence | null {
    const here = this.index.evidence(cited);
    if (here !== null && quoteIn(this.index.text(here), words) !== null) return here;
    return this.index.locate(words);
  }

  /** Whether all of it was said to the note-taker. */
  isAddressed({ segmentIds }: Evidence): boolean {
    return segmentIds.every((id) => this.#addressed.has(this.index.indexOf(id) ?? Number.NaN));
  }

  /** What the transcript does not bear out in a text, or null. */
  faultIn(text: string, evidence: Evidence): 'name' | 'number' | 'quotation' | null {
    if (this.names.inventedIn(text) !== null) return 'name';
    if (!this.#countsRight(text, evidence)) return 'number';
    return this.#quotesRight(text, evidence) ? null : 'quotation';
  }

  #countsRight(text: string, evidence: Evidence): boolean {
    const numbers = countedIn(text, this.#language).filter((number) => !this.#known.has(number));
    if (numbers.length === 0) return true;
    const cited = evidence.segmentIds.flatMap((id) => this.index.indexOf(id) ?? []);
    const near = new Set<number>();
    for (const [from, to] of stretches(cited))
      for (let at = from - NEAR_TURNS; at <= to + NEAR_TURNS; at += 1)
        for (const number of this.#numbersAt(at)) near.add(number);
    return numbers.every((number) => near.has(number));
  }

  #numbersAt(at: number): Set<number> {
    const segment = this.#transcript.segments[at];
    if (segment === undefined || this.#addressed.has(at)) return new Set();
    this.#numbers[at] ??= new Set(numbersIn(segment.text));
    return this.#numbers[at];
  }

  #quotesRight(text: string, evidence: Evidence): boolean {
    return quotationsIn(text).every(
      ({ words }) => quoteIn(this.index.text(evidence), words) !== null || this.index.locate(words) !== null,
    );
  }

  /**
   * Null if unsupported; then adds what is `shown` to `unverified` if it cites real turns, else counts it. What describes a name sums up many turns: its
   * numbers may be said anywhere among those that are allowed.
   */
  verified(
    claim: Claim,
    allowed?: ReadonlySet<string>,
    { shown = claim.text, describes = false }: { shown?: string; describes?: boolean } = {},
  ): Evidence | null {
    const evidence = this.evidence(claim, allowed);
    if (evidence === null || claim.text === '') {
      this.dropped += 1;
      return null;
    }
    const fault = this.faultIn(claim.text, evidence);
    const isSaidElsewhere =
      describes &&
      fault === 'number' &&
      this.#countsRight(claim.text, { ...evidence, segmentIds: [...(allowed ?? [])] });
    if (!this.isAddressed(evidence) && (fault === null || isSaidElsewhere)) return evidence;
    this.unverified.push({ text: shown, evidence });
    return null;
  }

  lines(claims: readonly Claim[], allowed?: ReadonlySet<string>): Line[] {
    return claims.flatMap((claim) => {
      const text = flat(claim.text);
      const evidence = this.verified({ ...claim, text }, allowed);
      return evidence === null ? [] : [{ text, evidence }];
    });
  }

  /** A title without Markdown, unless it has a name that was not said. */
  title(title: string | null | undefined): string | undefined {
    const text = flat(title ?? '');
    return text !== '' && this.names.inventedInTitle(text) === null ? text : undefined;
  }
}

/** The turns of several statements. */
export function together(all: readonly Evidence[]): Evidence | null {
  if (all.length === 0) return null;
  return {
    segmentIds: [...new Set(all.flatMap(({ segmentIds }) => segmentIds))].slice(0, MOST_TURNS),
    startMs: Math.min(...all.map(({ startMs }) => startMs)),
    endMs: Math.max(...all.map(({ endMs }) => endMs)),
  };
}

/** The first and last turn of each stretch: between turns that are cited together the same is talked about. */
function stretches(turns: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const turn of [...turns].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && turn - last[1] <= TOGETHER_TURNS) last[1] = turn;
    else found.push([turn, turn]);
  }
  return found;
}

export const flat = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[*_`<>|\\#~]/g, '')
    .replace(/^(?:[-+=•]|\d+[.)])\s+/, '')
    .trim();
