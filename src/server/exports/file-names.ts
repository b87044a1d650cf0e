import { normalized } from '#contract/normalized.ts';

const mostCharacters = 80;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Safe on any system: no separators or control characters. */
export function safeFileName(name: string, otherwise: string): string {
  const plain = normalized(name)
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

export const numbered = (index: number, name: string, otherwise: string) =>
  `${String(index + 1).padStart(2, '0')} ${safeFileName(name, otherwise)}`;
