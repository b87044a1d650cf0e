/** As many as voices have. */
const colours = 8;

export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return [first, last]
    .map((word) => /\p{L}|\p{N}/u.exec(word)?.[0] ?? '')
    .join('')
    .toLocaleUpperCase('en');
}

/** Stable: 0..7. */
export function colourOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % colours;
}

/** `decorative` hides it from screen readers if the name is next to it. */
export function Avatar({ name, decorative = false }: { name: string; decorative?: boolean }) {
  const said = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span className={`avatar avatar-${colourOf(name)}`} {...said}>
      {initialsOf(name) || '?'}
    </span>
  );
}
