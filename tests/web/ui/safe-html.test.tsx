import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import fc from '#tests/support/property.ts';
import { safeFragment } from '#web/ui/safe-fragment.ts';
import { SafeHtml } from '#web/ui/safe-html.tsx';

const shown = (html: string, limit?: number) => {
  const { container, unmount } = render(<SafeHtml html={html} {...(limit === undefined ? {} : { limit })} />);
  const result = container.querySelector('.prose')?.innerHTML ?? '';
  unmount();
  return result;
};

const textOf = (html: string, limit?: number) => safeFragment(html, limit).textContent ?? '';

describe('safe HTML', () => {
  it.each([
    [
      'known elements',
      '<p>They <strong>met</strong> <em>Orla</em>.</p>',
      '<p>They <strong>met</strong> <em>Orla</em>.</p>',
    ],
    ['elements in any case, attributes left out', '<P CLASS="x" onclick="go()">Hi</P>', '<p>Hi</p>'],
    ['unknown elements: their text stays', '<section><blink>Hi</blink></section>', 'Hi'],
    ['scripts and styles: nothing stays', 'a<script>steal("</p>")</script><style>p{}</style>b', 'ab'],
    ['pictures and frames: nothing stays', '<img src=x onerror=go()>a<iframe src=x>b</iframe>', 'a'],
    ['what never ends', 'a<script>b', 'a'],
    ['a tag that never ends', 'a<a href="x', 'a'],
    ['comments', 'a<!-- <b>x</b> -->b<!-- c', 'ab'],
    ['what looks like a tag and is none', '1 < 2 <3', '1 &lt; 2 &lt;3'],
    [
      'references',
      '&lt;b&gt; &amp; &#8230; &#x41; &nbsp; &nosuch; &#0;',
      '&lt;b&gt; &amp; … A &nbsp; &amp;nosuch; \ufffd',
    ],
    ['a greater sign inside a quoted value', '<b title="a>b">c</b>', '<b>c</b>'],
    [
      'elements that are not closed',
      '<ul><li>a<li>b</ul><p>c<p>d',
      '<ul><li>a</li><li>b</li></ul><p>c</p><p>d</p>',
    ],
    ['ends without beginnings', '</p>a</b>', 'a'],
    ['ends in the wrong order', '<b><i>a</b>b</i>', '<b><i>a</i></b><i>b</i>'],
    [
      'lists in lists',
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
    ],
    ['spaces between blocks are not text', '<p>a</p>\n  <p>b</p>\n', '<p>a</p><p>b</p>'],
    ['spaces inside a verbatim text are', '<pre>a\n  b</pre>', '<pre>a\n  b</pre>'],
    [
      'a space between words in elements of their own',
      '<b>a</b> <i>b</i><u> </u>c',
      '<b>a</b> <i>b</i><u> </u>c',
    ],
    ['breaks', 'a<br/>b<hr>', 'a<br>b<hr>'],
  ])('[R9.12] %s', (_, html, result) => {
    expect(shown(html)).toBe(result);
  });

  it('[R9.12] only links to safe addresses, in a new page', () => {
    expect(shown('<a href="https://example.org/?a=1&amp;b=2">x</a>')).toBe(
      '<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">x</a>',
    );
    expect(shown("<a href='/faq'>x</a> <a href=#there>y</a>")).toBe(
      '<a href="/faq">x</a> <a href="#there">y</a>',
    );
    expect(shown('<a href="java&#115;cript:go()">x</a>')).toBe('<a>x</a>');
  });

  it.each([
    'javascript:go()',
    'JaVaScRiPt:go()',
    ' java\nscript:go()',
    '\u0001javascript:go()',
    'data:text/html,x',
    'vbscript:x',
    '//example.org',
    '/\\example.org',
    'file:///etc/passwd',
  ])('[R9.12] does not link to %j', (address) => {
    const link = document.createElement('a');
    link.setAttribute('href', address);
    expect(shown(link.outerHTML)).toBe('<a></a>');
  });

  it('[R9.12] cuts the visible text and keeps the tags balanced', () => {
    const html = '<p>The <b>bell rang</b> twice.</p><p>Then it sank.</p>';
    expect(shown(html, 8)).toBe('<p>The <b>bell…</b></p>');
    expect(shown(html, 9)).toBe('<p>The <b>bell…</b></p>');
    expect(shown(html, 13)).toBe('<p>The <b>bell rang…</b></p>');
    expect(shown(html, 14)).toBe('<p>The <b>bell rang</b>…</p>');
    expect(shown(html, 33)).toBe('<p>The <b>bell rang</b> twice.</p><p>Then it sank.</p>');
    expect(shown(html, 0)).toBe('<p>…</p>');
  });

  it('[R9.12] counts visible characters, and splits none', () => {
    expect(shown('<b></b>&amp;&amp;&amp;', 3)).toBe('<b></b>&amp;&amp;&amp;');
    expect(shown('🎲🎲🎲', 2)).toBe('🎲🎲…');
  });

  it('[R9.12] keeps the text at any depth of nesting', () => {
    expect(textOf(`${'<b>'.repeat(500)}deep`)).toBe('deep');
  });

  const pieces = fc.constantFrom(
    '<p>',
    '</p>',
    '<b',
    '>',
    '<li>',
    '</ul>',
    '<ul>',
    '<a href="',
    "'",
    '"',
    'x y',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    '&lt;',
    '<h2>',
    '<br>',
    '\n',
  );

  it('[R9.12] returns only known elements for any input, and a cut text is a beginning of the whole', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), fc.nat(40), (parts, limit) => {
        const whole = textOf(parts.join(''));
        const cut = textOf(parts.join(''), limit);
        if ([...whole].length <= limit) expect(cut).toBe(whole);
        else {
          expect(cut.endsWith('…')).toBe(true);
          expect([...cut].length).toBeLessThanOrEqual(limit + 1);
          expect(whole.startsWith(cut.slice(0, -1))).toBe(true);
        }
      }),
    );
  });
});
