export const pictureWidth = 1000;

const rounded = (value: number) => Number(value.toFixed(1));

const mostBars = 110;

/** At most 110 values, each the sum of its stretches, so that a bar is wide enough to be seen. */
export function inBars(values: readonly number[]): number[] {
  const each = Math.max(1, Math.ceil(values.length / mostBars));
  return Array.from({ length: Math.ceil(values.length / each) }, (_, bar) =>
    values.slice(bar * each, (bar + 1) * each).reduce((total, value) => total + value, 0),
  );
}

/** One bar for each stretch with a value, standing on `base`; its area grows with the value. */
export function barsPath(
  values: readonly number[],
  { most, base, height }: { most: number; base: number; height: number },
): string {
  const width = pictureWidth / Math.max(1, values.length);
  return values
    .flatMap((value, index) => {
      if (value <= 0) return [];
      const tall = rounded(Math.max(2, height * Math.sqrt(Math.min(value, most) / Math.max(1, most))));
      const wide = rounded(width * 0.92);
      return [`M${rounded(index * width)} ${base}v${-tall}h${wide}v${tall}z`];
    })
    .join('');
}

/** An area as high as the values, which go from `least` to `most`. */
export function areaPath(
  values: readonly number[],
  {
    least,
    most,
    base,
    height,
    width = pictureWidth,
  }: { least: number; most: number; base: number; height: number; width?: number },
): string {
  if (values.length === 0) return '';
  const step = width / values.length;
  const points = values.map((value, index) => {
    const share = (Math.min(most, Math.max(least, value)) - least) / (most - least);
    return `L${rounded((index + 0.5) * step)} ${rounded(base - height * share)}`;
  });
  return `M0 ${base}${points.join('')}L${rounded(width)} ${base}z`;
}

/** Ticks at these places, of one length. */
export const ticksPath = (places: readonly number[], top: number, length: number): string =>
  places.map((at) => `M${rounded(at)} ${top}v${length}`).join('');

/** Stretches from start to end, at least `least` wide. */
export const spansPath = (
  spans: readonly { from: number; to: number }[],
  top: number,
  height: number,
  least = 2,
): string =>
  spans
    .map(({ from, to }) => {
      const wide = rounded(Math.max(least, to - from));
      return `M${rounded(from)} ${top}h${wide}v${height}h${-wide}z`;
    })
    .join('');
