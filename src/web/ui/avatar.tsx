/** As many as there are colours `--speaker-0` … `--speaker-5`. */
const colours = 6;

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return [first, last]
    .map((word) => /\p{L}|\p{N}/u.exec(word)?.[0] ?? '')
    .join('')
    .toLocaleUpperCase('en');
}

/** Always the same colour for the same name: 0..5. */
export function colourOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % colours;
}

/** Somebody's initials on a wax seal. The name is said; where it stands beside it anyway, `decorative` leaves it out. */
export function Avatar({ name, decorative = false }: { name: string; decorative?: boolean }) {
  const said = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span className={`avatar avatar-${colourOf(name)}`} {...said}>
      {initialsOf(name) || '?'}
    </span>
  );
}
