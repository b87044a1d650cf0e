import { Fragment, type ReactNode } from 'react';
import { lineEnds, type ProseProps } from './marked-lines.ts';

interface Block {
  kind: 'heading' | 'item' | 'paragraph';
  level: number;
  from: number;
  to: number;
}

const opening = { heading: /^(#{1,6})\s+/, item: /^-\s+/ };

function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  for (const line of source.split('\n')) {
    const heading = opening.heading.exec(line);
    const mark = heading ?? opening.item.exec(line);
    if (line.trim() !== '') {
      blocks.push({
        kind: heading ? 'heading' : mark ? 'item' : 'paragraph',
        level: heading?.[1]?.length ?? 0,
        from: at + (mark?.[0].length ?? 0),
        to: at + line.length,
      });
    }
    at += line.length + 1;
  }
  return blocks;
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** Our Highlights' Markdown without inline marks, for pages that have no room for a parser. */
export function PlainProse({ text, lines = [], below = 3 }: ProseProps) {
  const ends = lineEnds(text, lines);
  const blocks = blocksOf(text);
  const highest = Math.min(...blocks.flatMap(({ kind, level }) => (kind === 'heading' ? level : [])), 6);

  function words({ from, to }: Block): ReactNode[] {
    const parts: ReactNode[] = [];
    let done = from;
    for (const [index, end] of ends.entries()) {
      if (end === null || end <= from || end > to) continue;
      parts.push(text.slice(done, end), <Fragment key={end}>{lines[index]?.chip}</Fragment>);
      done = end;
    }
    return [...parts, text.slice(done, to)];
  }

  const shown: ReactNode[] = [];
  let items: ReactNode[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'item') {
      items.push(<li key={block.from}>{words(block)}</li>);
      if (blocks[index + 1]?.kind !== 'item') {
        shown.push(<ul key={block.from}>{items}</ul>);
        items = [];
      }
    } else if (block.kind === 'heading') {
      const Heading = headings[Math.min(5, below + block.level - highest)] ?? 'h6';
      shown.push(<Heading key={block.from}>{words(block)}</Heading>);
    } else {
      shown.push(<p key={block.from}>{words(block)}</p>);
    }
  }
  return <div className="prose">{shown}</div>;
}
