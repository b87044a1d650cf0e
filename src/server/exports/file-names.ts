const mostCharacters = 80;
/** Names that Windows keeps for its devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * What a person has named something, as the name of a file on any system: no separators, no control characters, nothing
 * that leads out of its folder.
 * @param otherwise where nothing of the name is left
 */
export function safeFileName(name: string, otherwise: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\\/:*?"<>|]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const dot = plain.lastIndexOf('.');
  const ending = dot > 0 && plain.length - dot <= 8 ? plain.slice(dot) : '';
  const beginning = [...plain.slice(0, plain.length - ending.length)].slice(0, mostCharacters).join('');
  const short = `${beginning}${ending}`.replace(/[. ]+$/, '');
  return short === '' || reserved.test(short) ? otherwise : short;
}

/** A number before a name keeps the order, and keeps two of the same name apart: `03 The dragon`. */
export const numbered = (index: number, name: string, otherwise: string) =>
  `${String(index + 1).padStart(2, '0')} ${safeFileName(name, otherwise)}`;
