const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const VALUES = new Map<string, number>([
  ...UNITS.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, at): [string, number] => [word, (at + 2) * 10]),
]);
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
]);

/** Finds whole numbers in digits or words: "4,711", "seventeen", "two hundred and ten". */
export function numbersIn(text: string): number[] {
  const found: number[] = [];
  let total: number | null = null;
  let group = 0;
  const end = () => {
    if (total !== null) found.push(total + group);
    total = null;
    group = 0;
  };
  const words = text.toLowerCase().match(/\d+(?:[,.]\d{3})*(?!\d)|\p{L}+|[,;.!?]/gu) ?? [];
  for (const [at, word] of words.entries()) {
    if (/^\d/.test(word)) {
      end();
      found.push(Number(word.replace(/[,.]/g, '')));
      continue;
    }
    const value = VALUES.get(word);
    const scale = SCALES.get(word);
    const isJoint = word === 'and' && total !== null && VALUES.has(words[at + 1] ?? '');
    if (value !== undefined) {
      const goesOn =
        total !== null && (group % 100 === 0 || (group % 10 === 0 && group % 100 >= 20 && value < 10));
      if (!goesOn) end();
      total ??= 0;
      group += value;
    } else if (scale !== undefined && (total !== null || words[at - 1] === 'a')) {
      total ??= 0;
      group = Math.max(1, group) * scale;
      if (scale > 100) {
        total += group;
        group = 0;
      }
    } else if (!isJoint) end();
  }
  end();
  return found;
}
