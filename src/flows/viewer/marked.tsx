export function Marked({ text, marked }: { text: string; marked: RegExp | null }) {
  if (marked === null) {
    return text;
  }
  // With a capturing group, every second part is a match.
  return text.split(marked).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <mark key={index}>{part}</mark>
    ),
  );
}
