/** A stretch counts as quiet below this share of the loudest peak. */
const quietShare = 0.04;
/** Shorter ones are pauses in speech, in seconds. */
const shortest = 2;
/** Kept at the end of each, so that the first word is not cut, in seconds. */
const margin = 0.5;

/**
 * The stretches without speech, in order, in seconds. @param peaks the loudest sample of each equally long
 * part of the recording
 */
export function quietStretches(
  peaks: readonly number[],
  durationSeconds: number,
): readonly (readonly [number, number])[] {
  const loudest = peaks.reduce((most, peak) => Math.max(most, peak), 0);
  const part = durationSeconds / peaks.length;
  const found: [number, number][] = [];
  let from: number | null = null;
  for (let index = 0; index <= peaks.length; index += 1) {
    const peak = peaks[index];
    const isQuiet = peak !== undefined && peak <= loudest * quietShare;
    if (isQuiet) from ??= index;
    else if (from !== null) {
      const to = index * part - margin;
      if (to - from * part >= shortest) found.push([from * part, to]);
      from = null;
    }
  }
  return found;
}
