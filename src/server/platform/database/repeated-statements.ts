const usesBefore = 3;
const mostNamed = 200;
const mostCounted = 2_000;

/** PostgreSQL then parses and plans their text only once. */
export function createStatementNames(): (text: string) => string | undefined {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const used = (uses.get(text) ?? 0) + 1;
    if (used <= usesBefore || names.size >= mostNamed) {
      if (uses.size >= mostCounted) uses.clear();
      uses.set(text, used);
      return undefined;
    }
    uses.delete(text);
    const name = `hearthscribe_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
