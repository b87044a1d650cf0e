import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * What the notes state: a line of a scene, a sentence of the game master's recap, who was in a scene. The first verdicts were of
 * lines only, so a line is called "statement".
 */
export const STATEMENTS = ['statement', 'passage', 'recap', 'index'] as const;
export const KINDS = [...STATEMENTS, 'title', 'person', 'quote'] as const;
export type Kind = (typeof KINDS)[number];

export const isStatement = ({ kind }: { kind: Kind }): boolean =>
  STATEMENTS.some((statement) => statement === kind);

const VerdictSchema = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  verdict: z.enum(['right', 'wrong', 'unclear']),
  ungrammatical: z.boolean().optional(),
  untrue: z.boolean().optional(),
  /** Of passages. */
  isKept: z.boolean().optional(),
  isClearAlone: z.boolean().optional(),
});
export type Verdict = z.infer<typeof VerdictSchema>;

export const passageVerdict = (
  { id, kind }: Pick<Verdict, 'id' | 'kind'>,
  { isKept, isClearAlone }: { isKept: boolean; isClearAlone: boolean },
): Verdict => ({ id, kind, verdict: isKept ? 'right' : 'wrong', isKept, isClearAlone });

/** What was drawn from; drawing again with the same rules gives the same lines. */
const SampleSchema = z.object({ seed: z.number(), count: z.number(), sessions: z.array(z.string()) });
export type Sample = z.infer<typeof SampleSchema>;

const VerdictsSchema = z.object({
  engine: z.string(),
  judge: z.string(),
  sample: SampleSchema.optional(),
  verdicts: z.array(VerdictSchema),
});
export type Verdicts = z.infer<typeof VerdictsSchema>;

export interface HandRates {
  engine: string;
  judge: string;
  rates: { name: string; right: number; of: number }[];
}

const kept = new URL('./verdicts/', import.meta.url).pathname;

/** Without anything else that the file has, such as texts. @throws if it is not a file of verdicts */
export const readVerdicts = (file: string): Verdicts =>
  VerdictsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** Replaces the verdicts of the same judge on the same engine. */
export function keepVerdicts(verdicts: Verdicts, folder = kept): void {
  const name = `${verdicts.engine} ${verdicts.judge}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(verdicts)}\n`);
}

export const keptVerdicts = (folder = kept): Verdicts[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => readVerdicts(join(folder, name)))
    : [];

export function ratesOf({ engine, judge, verdicts }: Verdicts): HandRates {
  const rate = (name: string, kinds: readonly Kind[], counts: (verdict: Verdict) => boolean | undefined) => {
    const own = verdicts.filter(({ kind }) => kinds.includes(kind));
    return { name, right: own.filter(counts).length, of: own.length };
  };
  // Passages are word for word, so nobody is asked whether they are right.
  const TOLD = STATEMENTS.filter((kind) => kind !== 'passage');
  const isRight = ({ verdict }: Verdict) => verdict === 'right';
  const isOfSeveralKinds = verdicts.some(({ kind }) => kind === 'recap' || kind === 'index');
  const ofEachKind = [
    rate('– sentences of the recap', ['recap'], isRight),
    rate('– lines of scenes', ['statement'], isRight),
    rate('– who was there', ['index'], isRight),
  ];
  return {
    engine,
    judge,
    rates: [
      rate(
        isOfSeveralKinds
          ? 'Statements acceptable, of all that the page states'
          : 'Lines of scenes acceptable',
        TOLD,
        isRight,
      ),
      ...(isOfSeveralKinds ? ofEachKind : []),
      rate(
        isOfSeveralKinds ? 'Statements ungrammatical' : 'Lines of scenes ungrammatical',
        TOLD,
        ({ ungrammatical }) => ungrammatical,
      ),
      rate('Passages worth keeping', ['passage'], ({ isKept }) => isKept),
      rate('Passages understandable alone', ['passage'], ({ isClearAlone }) => isClearAlone),
      rate('Scene titles acceptable', ['title'], isRight),
      rate('Scene titles false', ['title'], ({ untrue }) => untrue),
      rate('People right', ['person'], isRight),
      rate('Quotes worth keeping', ['quote'], isRight),
    ].filter(({ of }) => of > 0),
  };
}
