export const pictureWidth = 1000;

const rounded = (value: number) => Number(value.toFixed(1));

const mostBars = 110;

const stretchesInBar = (values: readonly number[]): number =>
  Math.max(1, Math.ceil(values.length / mostBars));

/** At most 110 values, each the sum of its stretches, so that a bar is wide enough to be seen. */
export function inBars(values: readonly number[]): number[] {
  const each = stretchesInBar(values);
  return Array.from({ length: Math.ceil(values.length / each) }, (_, bar) =>
    values.slice(bar * each, (bar + 1) * each).reduce((total, value) => total + value, 0),
  );
}

/** Bars of stretches with a value, standing on `base`; their area grows with the value. `x`: where a stretch begins. */
export function barsPath(
  stretches: readonly number[],
  { most, base, height, x }: { most: number; base: number; height: number; x: (stretch: number) => number },
): string {
  const each = stretchesInBar(stretches);
  return inBars(stretches)
    .flatMap((value, bar) => {
      if (value <= 0) return [];
      const [from, to] = [x(bar * each), x((bar + 1) * each)];
      const tall = rounded(Math.max(2, height * Math.sqrt(Math.min(value, most) / Math.max(1, most))));
      const wide = rounded((to - from) * 0.92);
      return [`M${rounded(from)} ${base}v${-tall}h${wide}v${tall}z`];
    })
    .join('');
}

/** An area as high as the values, which go from `least` to `most`. `x`: where a value’s stretch begins. */
export function areaPath(
  values: readonly number[],
  {
    least,
    most,
    base,
    height,
    x,
  }: { least: number; most: number; base: number; height: number; x: (index: number) => number },
): string {
  if (values.length === 0) return '';
  const points = values.map((value, index) => {
    const share = (Math.min(most, Math.max(least, value)) - least) / (most - least);
    return `L${rounded(x(index + 0.5))} ${rounded(base - height * share)}`;
  });
  return `M0 ${base}${points.join('')}L${rounded(x(values.length))} ${base}z`;
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
