/** A text in which what was looked for is marked. */
export function Marked({ text, marked }: { text: string; marked: RegExp | null }) {
  if (marked === null) {
    return text;
  }
  // A pattern in brackets leaves what it matched as every other part.
  return text.split(marked).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <mark key={index}>{part}</mark>
    ),
  );
}
