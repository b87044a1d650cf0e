import { type Nodes, parsedMarkdown } from '#contract/markdown/tree.ts';
import { dayInWords, headingOf, type NotesDocument, oneLine, readableSections } from './document.ts';

export function* renderText(document: NotesDocument): Generator<string> {
  for (const [index, session] of document.sessions.entries()) {
    const played = session.playedAt === null ? [] : [`Played on ${dayInWords(session.playedAt)}`];
    const sections = readableSections(session, document).map(
      (section) => `${underlined(headingOf(section), '-')}\n\n${plainText(section.body)}`,
    );
    const title = underlined(oneLine(session.title), '=');
    yield `${index === 0 ? '' : '\n\n'}${[title, ...played, ...sections].join('\n\n')}\n`;
  }
}

const underlined = (title: string, sign: string) => `${title}\n${sign.repeat(Math.min(78, title.length))}`;

export const plainText = (markdown: string): string => blockText(parsedMarkdown(markdown, 'file')).trim();

function blockText(node: Nodes): string {
  switch (node.type) {
    case 'root':
    case 'blockquote':
      return node.children.map(blockText).filter(Boolean).join('\n\n');
    case 'list':
      return node.children
        .map((item, index) => {
          const mark = node.ordered ? `${(node.start ?? 1) + index}. ` : '- ';
          const text = item.children.map(blockText).filter(Boolean).join('\n');
          return `${mark}${text.replaceAll('\n', `\n${' '.repeat(mark.length)}`)}`;
        })
        .join('\n');
    case 'thematicBreak':
      return '* * *';
    case 'definition':
      return '';
    default:
      return inlineText(node);
  }
}

function inlineText(node: Nodes): string {
  switch (node.type) {
    case 'html':
      return node.value.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
    case 'break':
      return '\n';
    case 'image':
      return node.alt ?? '';
    case 'link': {
      const text = node.children.map(inlineText).join('');
      return text === node.url ? text : `${text} (${node.url})`;
    }
    default:
      if ('value' in node) return node.value;
      return 'children' in node ? node.children.map(inlineText).join('') : '';
  }
}
