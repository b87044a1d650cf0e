import { describe, expect, it } from 'vitest';
import { markdownHtml, plainStart } from '#server/sharing/markdown-html.ts';
import { keepNames } from '#server/sharing/pseudonyms.ts';

const html = (source: string) => markdownHtml(source, keepNames, 2);

describe('Markdown of a public page', () => {
  it('[R2.8] has headings below the section’s, lists, quotes and emphasis', async () => {
    expect(await html('# One\n\n*a* **b**\n\n- x\n- y\n\n> q\n\n## Two')).toBe(
      '<h3>One</h3><p><em>a</em> <strong>b</strong></p><ul><li>x</li><li>y</li></ul><blockquote><p>q</p></blockquote><h4>Two</h4>',
    );
  });

  it('[R2.8] shows HTML as text, describes pictures, and only links to web pages', async () => {
    expect(await html('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
    expect(await html('![x](https://tracker.example/p.png)')).toBe('<p>x</p>');
    expect(await html('[x](javascript:alert(1)) [y](https://a.example/"o)')).toBe(
      '<p>x <a href="https://a.example/&quot;o" rel="noopener noreferrer nofollow">y</a></p>',
    );
    expect(await html('[x](/campaign) [y](//evil.example) [z](data:text/html,x)')).toBe('<p>x y z</p>');
  });

  it('reads unusual input', async () => {
    for (const sign of ['> ', '- ', '*a ', '[a](b) ', '<a ', '- **b** text\n', '`', '![']) {
      const shown = await html(`${sign.repeat(2000)}end`);
      expect(shown).toContain('end');
    }
  });

  it('keeps a long list, and a long story, in one piece', async () => {
    const list = await html(Array.from({ length: 200 }, (_, index) => `- item ${index}`).join('\n'));
    expect(list.match(/<ul>/g)).toHaveLength(1);
    expect(list.match(/<li>/g)).toHaveLength(200);
    const story = await html(Array.from({ length: 200 }, (_, index) => `*part* ${index}`).join('\n\n'));
    expect(story.match(/<p><em>part<\/em>/g)).toHaveLength(200);
  });

  it('[R2.8] returns the first words for a link preview', () => {
    expect(plainStart('# Title\n\n- **Ada** went\n- home &amp; slept', keepNames, 22)).toBe(
      'Title Ada went home &…',
    );
  });
});
