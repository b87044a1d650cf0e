import { type PageAddress, placeOf } from './page-place.ts';
import type { Parameters } from './tracker.ts';

export interface Click {
  name: 'link_click' | 'button_click' | 'custom_button_click';
  parameters: Parameters;
}

const clickable = 'a[href], button, [role="button"]';
const longest = 100;
/** Never send an email address as an element's name. */
const looksPersonal = /\S@\S/;

const nameOf = (element: Element): Click['name'] =>
  element.matches('a[href]')
    ? 'link_click'
    : element.matches('button')
      ? 'button_click'
      : 'custom_button_click';

function textOf(element: Element): string {
  const text =
    (element.textContent ?? '').replace(/\s+/g, ' ').trim() || element.getAttribute('aria-label') || '';
  return looksPersonal.test(text) ? '' : text.slice(0, longest);
}

function addressOf(link: Element, location: PageAddress, isPrivate: boolean): string {
  const href = link.getAttribute('href') ?? '';
  if (!URL.canParse(href, location.href)) return '';
  const url = new URL(href, location.href);
  if (!/^https?:$/.test(url.protocol)) return url.protocol;
  if (url.origin === location.origin) return placeOf(url).path;
  // The user added this external link to private content.
  return isPrivate ? '' : url.href.slice(0, 500);
}

/** R7.16. Null if nothing clickable was hit. In private content, sends only our own labels. */
function clickOf(target: EventTarget | null, location: PageAddress): Click | null {
  const element = target instanceof Element ? target.closest(clickable) : null;
  if (!element) return null;
  const name = nameOf(element);
  const isPrivate = placeOf(location).isPrivate || element.closest('[data-private]') !== null;
  const text = isPrivate ? '' : textOf(element);
  const address = name === 'link_click' ? addressOf(element, location, isPrivate) : '';
  const label = element.getAttribute('data-tracking-label') || text || address;
  const category = element.closest('[data-tracking-category]')?.getAttribute('data-tracking-category');
  return {
    name,
    parameters: {
      category: category ?? name.replace('_click', ''),
      label,
      ...(name === 'link_click' ? { link_url: address } : { button_id: element.id }),
      text,
      classes: element.getAttribute('class')?.replace(/\s+/g, ' ').trim().slice(0, longest) ?? '',
    },
  };
}

/** Before handlers that stop the event. */
export function watchClicks(
  document: Document,
  location: PageAddress,
  heard: (click: Click) => void,
): () => void {
  const listen = ({ target }: Event) => {
    const click = clickOf(target, location);
    if (click !== null) heard(click);
  };
  document.addEventListener('click', listen, { capture: true });
  return () => document.removeEventListener('click', listen, { capture: true });
}
