import { describe, expect, it } from 'vitest';
import { drawn } from '#contract/markdown/draw.ts';
import { type Nodes, parsedMarkdown, visit } from '#contract/markdown/tree.ts';
import { wordsOf } from '#contract/markdown/words.ts';
import { htmlPen } from '#server/platform/markdown-html.ts';

const typesIn = (source: string, reading?: 'notes' | 'file' | 'blocks') => {
  const types: Nodes['type'][] = [];
  visit(parsedMarkdown(source, reading), ({ type }) => types.push(type));
  return types;
};
const html = (source: string, below?: number) =>
  drawn(parsedMarkdown(source), htmlPen(), below === undefined ? {} : { below }).join('');

describe('the Markdown tree of notes', () => {
  it.each([
    '<!-- gm --> words',
    '- <!-- players --> words',
    '### <!--public--> words',
    '- [ ] <!-- GM --> words',
  ])('[R1.4] has a marker of visibility as a node, which is not drawn: %s', (source) => {
    for (const reading of ['notes', 'blocks'] as const)
      expect(typesIn(source, reading)).toContain('visibilityMarker');
    expect(html(source)).not.toContain('&lt;!');
  });

  it.each(['words <!-- gm --> more', '**<!-- gm --> words**', '<!-- secret --> words', '`<!-- gm -->`'])(
    '[R1.4] has none where it would mark nothing: %s',
    (source) => {
      expect(typesIn(source)).not.toContain('visibilityMarker');
      expect(html(source)).toContain('&lt;!--');
    },
  );

  it('draws Markdown behind a marker and behind HTML, which is text', () => {
    expect(html('<!-- gm --> a **b**\n\n<div>*c*')).toBe(
      '<p>a <strong>b</strong></p><p>&lt;div&gt;<em>c</em></p>',
    );
    expect(typesIn('<div>*c*', 'file')).toEqual(['root', 'html']);
  });

  it('is the same for a long list as for a short one', () => {
    const list = (sign: string) => Array.from({ length: 300 }, (_, at) => `${sign} item *${at}*`).join('\n');
    const { children } = parsedMarkdown(`${list('-')}\n\n${list('*')}\n\n${list('1.')}`);
    expect(children.map((node) => ('children' in node ? node.children.length : 0))).toEqual([300, 300, 300]);
    for (const [at, node] of children.entries()) expect(node.position?.start.line).toBe(at * 301 + 1);
    expect(html(list('-'))).toContain('<li>item <em>299</em></li></ul>');
    expect(parsedMarkdown(list('-').replace('item *150*\n', 'item\n\n')).children[0]).toMatchObject({
      spread: true,
    });
  });

  it('reads what is dense or long without its marks, and what is longer only as paragraphs', () => {
    const dense = `- a\n${'  - *b* `c` [d\n'.repeat(150)}`;
    expect(typesIn(dense).filter((type) => type === 'listItem')).toHaveLength(151);
    expect(typesIn(dense)).not.toContain('emphasis');
    const long = `# Title\n\n- a\n${'  - b\n'.repeat(500)}`;
    expect(typesIn(long)).toEqual(['root', 'heading', 'text', 'paragraph', 'text']);
    expect(parsedMarkdown(long).children.every(({ data }) => data?.isUnread)).toBe(true);
  });

  it('levels headings by the headings, not by lines of code', () => {
    expect(html('```\n# no heading\n```\n\n### One\n\n#### Two', 2)).toContain('<h3>One</h3><h4>Two</h4>');
  });

  it('resolves references, and links nowhere dangerous', () => {
    expect(html('[a][b] ![c](http://x.example/p.png)\n\n[b]: https://b.example "B"')).toBe(
      '<p><a href="https://b.example" title="B">a</a> c</p>',
    );
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'JavaScript:x', 'vbscript:x'])
      expect(html(`[a](${url})`)).toBe('<p><a href="">a</a></p>');
    expect(html('[a](/b?c=ü&d) <mailto:e@f.example>')).toBe(
      '<p><a href="/b?c=%C3%BC&amp;d">a</a> <a href="mailto:e@f.example">mailto:e@f.example</a></p>',
    );
  });

  it('has its words without Markdown', () => {
    const words = wordsOf(
      parsedMarkdown('# Fog\n\n- <!-- gm --> an **old** [debt](http://x.example)\\\n  due'),
    );
    expect(words.join('').replace(/\s+/g, ' ').trim()).toBe('Fog an old debt due');
  });
});
