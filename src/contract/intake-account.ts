import { z } from 'zod';

const Count = z.int().nonnegative();
const Milliseconds = z.int().nonnegative();

/** How the times of a file are written. `clock`: 1:02:03; the other units are plain numbers. */
export const ClockUnit = z.enum([
  'clock',
  'frames',
  'seconds',
  'hundredths',
  'milliseconds',
  'samples',
  'microseconds',
  'ticks',
  'none',
]);
export type ClockUnit = z.infer<typeof ClockUnit>;

/** What the clock counts from. `offset`: a timecode, or an empty stretch, before the first words. */
const ClockOrigin = z.enum(['zero', 'offset', 'timeOfDay']);

export const IntakeClock = z.object({
  unit: ClockUnit,
  origin: ClockOrigin,
  /** The clock at the first words, as the file has it. */
  firstMs: Milliseconds.nullable(),
  /** Over the spoken part; characters for scripts without spaces. */
  wordsPerMinute: z.number().nonnegative().nullable(),
  /** Whether the length that the file's times give is one that people can speak its words in. */
  isPlausible: z.boolean(),
});
export type IntakeClock = z.infer<typeof IntakeClock>;

const IntakePart = z.enum(['streams', 'tracks', 'channels', 'parts', 'times', 'names']);

/** `assumed`: the choice that was used until someone answers; null if nothing is kept before the answer. */
export const IntakeQuestion = z.object({
  id: z.string().min(1).max(40),
  sentence: z.string().min(1).max(400),
  choices: z
    .array(
      z.object({
        id: z.string().min(1).max(40),
        label: z.string().min(1).max(120),
        /** The length that this choice is billed for. */
        lengthMs: Milliseconds.nullable(),
      }),
    )
    .min(2)
    .max(12),
  assumed: z.string().max(40).nullable(),
});
export type IntakeQuestion = z.infer<typeof IntakeQuestion>;

/** The id of a question, and the id of the choice. */
export const IntakeAnswers = z.record(z.string().max(40), z.string().max(40));
export type IntakeAnswers = z.infer<typeof IntakeAnswers>;

/** What a reader found in a file, what of it is in the result, and what has to be asked. */
export const IntakeAccount = z.object({
  /** Of a transcript. */
  words: z.object({ inFile: Count, inResult: Count }).nullable(),
  clock: IntakeClock.nullable(),
  parts: z.array(z.object({ part: IntakePart, found: Count, used: Count })),
  /** The lengths that a file claims and that we measured; `usedMs` is billed. */
  length: z.object({
    headerMs: Milliseconds.nullable(),
    containerMs: Milliseconds.nullable(),
    decodedMs: Milliseconds.nullable(),
    usedMs: Milliseconds,
  }),
  /** A sentence each, for the page and for the result. */
  leftOut: z.array(z.object({ code: z.string().max(60), count: Count, sentence: z.string().max(400) })),
  questions: z.array(IntakeQuestion),
});
export type IntakeAccount = z.infer<typeof IntakeAccount>;

/** What a result keeps of it: a sentence for each thing that was left out or is not what the file says. */
export const notUsed = ({ leftOut, questions }: IntakeAccount): { code: string; sentence: string }[] => [
  ...leftOut,
  // What broken tracks are asked about is among what was left out.
  ...questions.flatMap(({ id, sentence }) => (id === 'without' ? [] : [{ code: id, sentence }])),
];

/** For people who read it line by line: what was found and used, left out, and is to be asked. */
export function accountLines(account: IntakeAccount): string[] {
  const { words, clock, parts, length, leftOut, questions } = account;
  const found = parts
    .filter((each) => each.found > 0)
    .map(({ part, found, used }) => `${used} of ${found} ${part}`);
  return [
    [
      ...(words ? [`${words.inResult} of ${words.inFile} words`] : []),
      ...found,
      `${Math.round(length.usedMs / 1000)} seconds`,
      ...(clock?.wordsPerMinute == null ? [] : [`${clock.wordsPerMinute} words a minute`]),
    ].join(', '),
    ...leftOut.map(({ sentence }) => sentence),
    ...questions.map(({ sentence, choices, assumed }) => {
      const used = choices.find(({ id }) => id === assumed);
      return used ? `${sentence} (Used: ${used.label})` : sentence;
    }),
  ];
}
