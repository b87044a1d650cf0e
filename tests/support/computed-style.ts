type ComputedStyle = typeof window.getComputedStyle;

const asked = { display: false, visibility: true, 'pointer-events': true } as const;
type Asked = keyof typeof asked;
const isAsked = (property: string): property is Asked => Object.hasOwn(asked, property);
const hyphenated = (property: string) =>
  property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const kindOf = (element: Element) =>
  [
    element.localName,
    ...['hidden', 'open', 'popover', 'type'].map((name) => String(element.getAttribute(name))),
    element.localName === 'summary' && element.matches('details > summary:first-of-type'),
  ].join();

const isStyled = (element: Element, property: Asked) =>
  element.getAttribute('style')?.includes(property) === true ||
  (property === 'visibility' && element.hasAttribute('hidden'));

function isPlain(element: Element, property: Asked): boolean {
  for (let at: Element | null = element; at !== null; at = asked[property] ? at.parentElement : null)
    if (isStyled(at, property)) return false;
  return true;
}

/** jsdom compares each element with a hundred rules, which took half the time of screen tests. */
export function rememberingComputedStyle(original: ComputedStyle): ComputedStyle {
  const known = new Map<string, string>();
  return (element, pseudoElement) => {
    if (pseudoElement || element.ownerDocument.styleSheets.length > 0)
      return original(element, pseudoElement);
    let answer: CSSStyleDeclaration | undefined;
    const ask = () => {
      answer ??= original(element);
      return answer;
    };
    const read = (property: Asked) => {
      if (!isPlain(element, property)) return ask().getPropertyValue(property);
      const kind = `${property},${kindOf(element)}`;
      if (!known.has(kind)) known.set(kind, ask().getPropertyValue(property));
      return known.get(kind)!;
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue')
          return (property: string) =>
            isAsked(property) ? read(property) : ask().getPropertyValue(property);
        const property = hyphenated(String(name));
        return isAsked(property) ? read(property) : Reflect.get(ask(), name);
      },
    });
  };
}
