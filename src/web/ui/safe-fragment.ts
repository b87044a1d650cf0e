import purifier from 'dompurify';

const blocks = 'p h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd hr'.split(' ');
const inline = 'a b strong i em u s small sub sup mark code abbr q br'.split(' ');
const isBlock = (node: Node | null) =>
  node instanceof DocumentFragment || (node !== null && blocks.includes(node.nodeName.toLowerCase()));

const safeAddress = /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))/i;

/** R9.12: cut after `limit` visible characters. */
export function safeFragment(html: string, limit = Infinity): DocumentFragment {
  const fragment = purifier.sanitize(html, {
    ALLOWED_TAGS: [...blocks, ...inline, '#text'],
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: safeAddress,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) leadApart(link);
  const texts = textsOf(fragment);
  texts.forEach(tidy);
  cut(fragment, texts, limit);
  return fragment;
}

function leadApart(link: HTMLAnchorElement): void {
  if (!/^(?:https?|mailto):/i.test(link.getAttribute('href') ?? '')) return;
  link.rel = 'noopener noreferrer nofollow';
  link.target = '_blank';
}

function textsOf(fragment: DocumentFragment): Text[] {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts;
}

function tidy(text: Text): void {
  if (text.parentElement?.closest('pre')) return;
  const seen = text.data.replaceAll(/[ \t\r\n\f]+/g, ' ');
  const isAtEdge =
    isBlock(text.previousSibling ?? text.parentNode) || isBlock(text.nextSibling ?? text.parentNode);
  text.data = seen === ' ' && isAtEdge ? '' : seen;
}

function cut(fragment: DocumentFragment, texts: readonly Text[], limit: number): void {
  let left = limit;
  if ([...(fragment.textContent ?? '')].length <= left) return;
  for (const text of texts) {
    const letters = [...text.data];
    // The text that reaches the limit is not the last one, so it carries the ellipsis.
    if (letters.length >= left) {
      text.data = `${letters.slice(0, left).join('').trimEnd()}…`;
      const rest = document.createRange();
      rest.selectNodeContents(fragment);
      rest.setStartAfter(text);
      rest.deleteContents();
      return;
    }
    left -= letters.length;
  }
}
