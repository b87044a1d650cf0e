/** Of the loudest peak. */
const quietShare = 0.04;
/** In seconds; shorter ones are pauses in speech. */
const shortest = 2;
/** In seconds, so that the first word is not cut. */
const margin = 0.5;

/** In seconds. @param peaks the loudest sample of each equally long part */
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
