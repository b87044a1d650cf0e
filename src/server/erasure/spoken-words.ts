import { createBreathing } from '#server/platform/breath.ts';

/** This many words in a row are a quote, not a coincidence. */
const RUN = 5;
/** For other sessions, whose transcripts are not compared. */
const LONG_RUN = 8;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const wordsOf = (text: string) => text.toLowerCase().match(WORD) ?? [];

function* runsOf(text: string, length: number): Generator<string> {
  const words = wordsOf(text);
  for (let at = 0; at + length <= words.length; at += 1) yield words.slice(at, at + length).join(' ');
}

/** @param kept what the others said in the same session */
export async function spokenWords(erased: readonly string[], kept: readonly string[]) {
  const breathing = createBreathing();
  const found = async (length: number) => {
    const runs = new Set<string>();
    for (const line of erased) {
      for (const run of runsOf(line, length)) runs.add(run);
      await breathing();
    }
    for (const line of kept) {
      for (const run of runsOf(line, length)) runs.delete(run);
      await breathing();
    }
    return (text: string) => {
      for (const run of runsOf(text, length)) if (runs.has(run)) return true;
      return false;
    };
  };
  return { repeats: await found(RUN), repeatsAtLength: await found(LONG_RUN) };
}
