const units: readonly (readonly [milliseconds: number, singular: string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
];

export function words(identifier: string): string {
  return identifier
    .replace(/[._-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .trim();
}

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const sentence = (identifier: string) => capitalised(words(identifier));

/** Of a state, by its keys. */
export const pathWords = (path: readonly string[]) => path.map(sentence).join(' › ') || 'Any state';

export function camelCase(kebabCase: string): string {
  return kebabCase.replace(/-([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
}

/** 300000 as `5 minutes`, 150 as `150 ms`, 1500 as `1.5 seconds`. */
export function duration(milliseconds: number): string {
  let rest = Math.round(milliseconds);
  if (rest < 1000) {
    return `${rest} ms`;
  }
  const parts: string[] = [];
  for (const [size, singular] of units) {
    const count = size === 1000 ? rest / size : Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) {
      parts.push(`${count} ${singular}${count === 1 ? '' : 's'}`);
    }
  }
  return parts.join(' ');
}

/** `{signedIn:current}`. */
export function stateValueWords(value: unknown): string {
  return JSON.stringify(value).replaceAll('"', '');
}
