export interface NamedItem {
  name: string | null;
  status: string | null;
  description: string;
}

const bullet = /^[-*+][ \t]+/;
const titled = /^#{1,6}[ \t]+(.+)$/;
const named =
  /^\*\*(.+?)\*\*[ \t]*(?:\((new|active|completed|failed)\))?[ \t]*(?::|–|—|-(?=\s))?[ \t]*([\s\S]*)$/;

const groupTitle = /^(?:#{1,6}[ \t]+.+|\*\*[^*]+\*\*:?)[ \t]*$/;

/** A line such as “### Met” directly above a list of names is the title of a group, not a name. */
function withoutGroupTitles(body: string): string {
  const lines = body.split('\n');
  return lines
    .filter((line, at) => {
      if (!groupTitle.test(line)) return true;
      const [next = ''] = lines.slice(at + 1).filter((after) => after.trim() !== '');
      return !/^[-*+][ \t]+(?:<!--.*?-->[ \t]*)?\*\*/.test(next);
    })
    .join('\n');
}

/** Its top-level bullets, the texts under its headings, or else its paragraphs. */
export function namedItems(body: string): NamedItem[] {
  return itemsIn(withoutGroupTitles(body));
}

function itemsIn(body: string): NamedItem[] {
  const items: { kind: 'bullet' | 'scene' | 'text'; lines: string[] }[] = [];
  for (const line of body.split('\n')) {
    const last = items.at(-1);
    if (titled.test(line)) items.push({ kind: 'scene', lines: [line] });
    else if (last?.kind === 'scene') last.lines.push(line);
    else if (bullet.test(line)) items.push({ kind: 'bullet', lines: [line.replace(bullet, '')] });
    else if (last?.kind === 'bullet' && (line.trim() === '' || /^[ \t]/.test(line)))
      last.lines.push(line.replace(/^(?: {1,2}|\t)/, ''));
    else if (last?.kind === 'text' && line.trim() !== '') last.lines.push(line);
    else if (line.trim() !== '') items.push({ kind: 'text', lines: [line] });
    else if (last?.kind === 'text') items.push({ kind: 'text', lines: [] });
  }
  return items
    .filter(({ lines }) => lines.some((line) => line.trim() !== ''))
    .map(({ kind, lines }) => itemOf(kind, lines));
}

function itemOf(kind: 'bullet' | 'scene' | 'text', lines: readonly string[]): NamedItem {
  const text = lines.join('\n').trim();
  if (kind === 'scene') {
    const [, title = ''] = titled.exec(lines[0] ?? '') ?? [];
    return { name: title.trim(), status: null, description: lines.slice(1).join('\n').trim() };
  }
  const [, name, status = null, description] = named.exec(text) ?? [];
  if (name === undefined || description === undefined) return { name: null, status: null, description: text };
  return { name: name.trim().replace(/:$/, '').trim(), status, description: description.trim() };
}
