import { beforeEach, describe, expect, it } from 'vitest';

function ownAnswer(element: Element): CSSStyleDeclaration {
  const frame = document.body.querySelector('iframe')!;
  return frame.contentWindow!.getComputedStyle(element);
}

const properties = ['display', 'visibility', 'pointer-events', 'color'] as const;

const page = `
  <main><h1>Notes</h1><p>One <em>two</em> <span hidden>three <b>four</b></span></p><ul><li>five</li></ul></main>
  <dialog><p>six</p></dialog><dialog open><p>seven</p></dialog><div popover>eight</div>
  <details><summary>nine</summary><summary>ten</summary></details><summary>eleven</summary>
  <form><input><input type="hidden"><input type="radio"><button>twelve</button><textarea></textarea></form>
  <table><tbody><tr hidden><td>thirteen</td></tr><tr><td>fourteen</td></tr></tbody></table>
  <div style="visibility: hidden"><p>fifteen</p><p style="visibility: visible">sixteen</p></div>
  <div style="pointer-events: none"><button style="display: none">seventeen</button></div>
  <span style="display: block; color: red">eighteen <i>nineteen</i></span><iframe></iframe>`;

function expectSame(): void {
  for (const element of document.querySelectorAll('*')) {
    const mine = getComputedStyle(element);
    const own = ownAnswer(element);
    const name = element.outerHTML;
    for (const property of properties)
      expect([name, property, mine.getPropertyValue(property)]).toEqual([
        name,
        property,
        own.getPropertyValue(property),
      ]);
    expect([name, mine.display, mine.visibility, mine.pointerEvents, mine.color]).toEqual([
      name,
      own.display,
      own.visibility,
      own.pointerEvents,
      own.color,
    ]);
  }
}

describe('the computed style of the tests', () => {
  beforeEach(() => {
    document.body.innerHTML = page;
  });

  it('is jsdom’s, for every element', () => {
    expectSame();
  });

  it('follows a change of the page', () => {
    expectSame();
    for (const element of document.querySelectorAll('p, li, button, em')) element.toggleAttribute('hidden');
    for (const element of document.querySelectorAll('dialog')) element.toggleAttribute('open');
    document.querySelector('main')!.setAttribute('style', 'visibility: hidden; pointer-events: none');
    expectSame();
  });

  it('asks jsdom if the page has a style sheet', () => {
    expectSame();
    document.head.innerHTML = '<style>p { display: none; visibility: hidden }</style>';
    expectSame();
    document.head.innerHTML = '';
  });
});
