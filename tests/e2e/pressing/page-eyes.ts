import type { Page } from '@playwright/test';
import type { Traces, WatchedWindow } from './page-at-rest.ts';

/** A control on the page. */
export interface Control {
  role: string;
  name: string;
  url: string | null;
  /** The dialog or landmark around it; empty for the page's own content. */
  place: string;
  isDisabled: boolean;
  /** It already has the state that a click would give it: the selected tab, the checked radio button. */
  isChosen: boolean;
  /** A second click restores the previous state. */
  isToggle: boolean;
  /** It opens another window. */
  opensWindow: boolean;
  /** The same for the same element, while its document is shown. */
  ref: number;
}

/** The content, controls and effects of a page. */
export interface Reading {
  /** The controls; if a dialog is open, only those in it. */
  controls: readonly Control[];
  /** Everything visible or announced, one element or text per line. */
  lines: readonly string[];
  title: string;
  /** Alerts, except those about a field's value. */
  alerts: readonly string[];
  /** The focused element; null for the page as a whole. */
  focus: string | null;
  /** Id of the element in the address's hash, if it is in the window. */
  place: string | null;
  /** Hashes of links to places of this page. */
  places: readonly string[];
  traces: Traces;
}

/** Where to click an element; the keyboard reaches what the mouse does not. */
export type Aim = { x: number; y: number } | 'keyboard' | { why: string };

/** An element that is about to be clicked. */
export interface Aimed {
  aim: Aim;
  /** The element as `Reading.focus` names it. */
  own: string;
  /** How often something has been scrolled so far. */
  scrolled: number;
}

interface Eyes {
  read(): Reading;
  /** Scrolls an element into the window, until nothing moves. */
  aimAt(ref: number): Promise<Aimed>;
  focusOn(ref: number): void;
  /** Why elements cannot be clicked; null for those that can. */
  outOfReach(refs: readonly number[]): Promise<(string | null)[]>;
}
type SeeingWindow = WatchedWindow & { eyes: Eyes };

/**
 * Runs in the page before its own scripts. One reading takes a few milliseconds; Playwright's snapshot of the
 * accessibility tree takes ten times as long.
 */
function openEyes(): void {
  const elements: HTMLElement[] = [];
  const refs = new WeakMap<Element, number>();
  const pressable =
    'a[href], button, summary, input:is([type=checkbox], [type=radio], [type=button], [type=submit], [type=file]), ' +
    ':is([role=link], [role=button], [role=tab], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], ' +
    '[role=checkbox], [role=radio], [role=switch])';
  const landmarks = { header: 'banner', footer: 'contentinfo', aside: 'complementary', nav: 'navigation' };
  const spoken = ['aria-label', 'title', 'alt', 'placeholder', 'href'];
  const states = ['aria-checked', 'aria-disabled', 'aria-expanded', 'aria-pressed', 'aria-selected'];
  const generic = /^(a|abbr|b|br|code|div|em|i|p|small|span|strong|sub|sup|time|wbr|svg|path|g)$/;

  function refOf(element: HTMLElement): number {
    const known = refs.get(element);
    if (known !== undefined) return known;
    refs.set(element, elements.length);
    return elements.push(element) - 1;
  }

  const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const hasBox = (element: Element) =>
    element.checkVisibility() || getComputedStyle(element).display === 'contents';

  /** The accessible name of an element: its visible text, without what is hidden from screen readers. */
  function textOf(node: Node): string {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true' || !hasBox(node)) return '';
    const label = node.getAttribute('aria-label') ?? node.getAttribute('alt');
    return label ?? [...node.childNodes].map(textOf).join(node.children.length > 0 ? ' ' : '');
  }

  function nameOf(element: HTMLElement): string {
    const named = element
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '');
    const { labels } = element as HTMLInputElement;
    const name =
      named?.join(' ') ||
      element.getAttribute('aria-label') ||
      (labels?.length ? [...labels].map(textOf).join(' ') : [...element.childNodes].map(textOf).join(' '));
    return squeezed(name || element.title || (element as HTMLInputElement).placeholder || '');
  }

  function roleOf(element: Element): string {
    const own = element.getAttribute('role');
    if (own !== null) return own;
    const { type } = element as HTMLInputElement;
    if (element.matches('a[href]')) return 'link';
    if (element.matches('input')) return /^(checkbox|radio)$/.test(type) ? type : 'button';
    return element.localName;
  }

  function controlOf(element: HTMLElement, place: string): Control {
    const role = roleOf(element);
    const isOn = (state: string) => element.getAttribute(`aria-${state}`) === 'true';
    return {
      role,
      name: nameOf(element),
      url: element.getAttribute('href'),
      place,
      isDisabled: element.matches(':disabled') || isOn('disabled'),
      isChosen:
        (role === 'tab' && isOn('selected')) ||
        (/radio$/.test(role) && ((element as HTMLInputElement).checked || isOn('checked'))),
      isToggle:
        ['summary', 'checkbox', 'switch'].includes(role) ||
        ['aria-expanded', 'aria-pressed'].some((state) => element.hasAttribute(state)),
      opensWindow: (element as HTMLAnchorElement).target === '_blank',
      ref: refOf(element),
    };
  }

  /** What an element adds to its text; empty for a mere container. */
  function lineOf(element: Element): string {
    const { value, type, checked } = element as HTMLInputElement;
    const marks = [...spoken, ...states].flatMap((name) => {
      const mark = element.getAttribute(name);
      return mark === null ? [] : `${name}=${mark}`;
    });
    if (element.matches('input, textarea, select') && type !== 'password') marks.push(`value=${value}`);
    if (checked === true) marks.push('checked');
    if (element.matches(':disabled')) marks.push('disabled');
    const role = element.getAttribute('role') ?? element.localName;
    return marks.length === 0 && generic.test(role) ? '' : [role, ...marks].join(' ');
  }

  function read(): Reading {
    const lines: string[] = [];
    const all: (Control & { dialog: Element | null })[] = [];
    let open: Element | null = null;

    function visit(element: Element, at: string, within: Element | null): void {
      // A tooltip appears with the pointer, so it is no response to a click.
      if (!hasBox(element) || element.matches('[role=tooltip], script, style')) return;
      const isSeen =
        element.checkVisibility({ visibilityProperty: true }) || element.checkVisibility() === false;
      const role = element.getAttribute('role') ?? element.localName;
      let place = at;
      let dialog = within;
      if (role === 'dialog' || role === 'alertdialog') {
        dialog = element;
        open = element;
        place = `dialog ${nameOf(element as HTMLElement)}`;
      } else if (within === null && at === '') {
        const landmark = landmarks[role as 'nav'] ?? role;
        const isLandmark =
          Object.values(landmarks).includes(landmark) &&
          !(/^(header|footer)$/.test(role) && element.closest('main, article, section, aside, nav'));
        const label = element.getAttribute('aria-labelledby') ?? element.getAttribute('aria-label');
        if (isLandmark) place = `${landmark} ${label === null ? '' : nameOf(element as HTMLElement)}`.trim();
      }
      if (isSeen) {
        const line = lineOf(element);
        if (line !== '') lines.push(line);
        if (element.matches(pressable) && !element.closest('[inert], [aria-hidden=true]'))
          all.push({ ...controlOf(element as HTMLElement, place), dialog });
      }
      for (const child of element.childNodes) {
        if (child instanceof Element) visit(child, place, dialog);
        else if (child instanceof Text && isSeen) {
          const text = squeezed(child.data);
          if (text !== '') lines.push(text);
        }
      }
    }

    visit(document.body ?? document.documentElement, '', null);
    const { activeElement, body } = document;
    const described = [...document.querySelectorAll('[aria-describedby]')].flatMap(
      (field) => field.getAttribute('aria-describedby')?.split(' ') ?? [],
    );
    const alerts = [...document.querySelectorAll<HTMLElement>('[role="alert"]')].filter(
      (alert) => !described.includes(alert.id) && alert.checkVisibility(),
    );
    const idOf = (hash: string) => decodeURIComponent(hash.slice(1));
    const target = document.getElementById(idOf(window.location.hash));
    const box = target?.getBoundingClientRect();
    const controls = all.filter(({ dialog }) => open === null || dialog === open);
    return {
      controls: controls.map(({ dialog: _, ...control }) => control),
      lines,
      title: document.title,
      alerts: alerts.map((alert) => alert.innerText.trim()).filter((text) => text !== ''),
      focus:
        activeElement === null || activeElement === body
          ? null
          : activeElement.id || activeElement.outerHTML.slice(0, 300),
      place: box && box.bottom > 0 && box.top < window.innerHeight ? (target?.id ?? null) : null,
      places: controls.flatMap(({ url }) =>
        url?.startsWith('#') && document.getElementById(idOf(url)) !== null ? url : [],
      ),
      traces: { ...(window as unknown as SeeingWindow).traces },
    };
  }

  async function aim(element: HTMLElement): Promise<Aim> {
    // The file input is under the drop zone.
    const isFile = element.matches('input[type=file]');
    const isOwn = (hit: Element | null) =>
      hit !== null &&
      (element.contains(hit) ||
        hit.closest('label')?.control === element ||
        (isFile && element.parentElement?.contains(hit) === true));
    let over: Element | null = null;
    const find = () => {
      for (const block of ['center', 'nearest', 'start', 'end'] as const) {
        element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
        // The middle of a link over two lines may be beside it.
        const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
        const place = { x: left + width / 2, y: top + height / 2 };
        const hit = document.elementFromPoint(place.x, place.y);
        if (isOwn(hit)) return place;
        over ??= hit;
      }
      return null;
    };
    const place = find();
    if (place !== null) return isFile ? 'keyboard' : place;
    // Such as "Skip to content", which appears on keyboard focus.
    if (over === null) {
      element.focus();
      await Promise.all(element.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
      const isThere = find() !== null;
      element.blur();
      if (isThere) return 'keyboard';
    }
    const why =
      over === null
        ? 'cannot be scrolled into the window'
        : `is covered by ${(over as Element).outerHTML.slice(0, 120)}`;
    return { why };
  }

  async function aimAt(ref: number): Promise<Aimed> {
    const { traces, untilStill } = window as unknown as WatchedWindow;
    const element = elements[ref]!;
    for (let turn = 0; ; turn += 1) {
      const known = traces.mutations;
      const place = await aim(element);
      await untilStill();
      if (traces.mutations === known || turn === 10)
        return { aim: place, own: element.id || element.outerHTML.slice(0, 300), scrolled: traces.scrolled };
    }
  }

  async function outOfReach(all: readonly number[]): Promise<(string | null)[]> {
    const reasons: (string | null)[] = [];
    for (const ref of all) {
      const place = await aim(elements[ref]!);
      reasons.push(typeof place === 'object' && 'why' in place ? place.why : null);
    }
    return reasons;
  }

  const eyes: Eyes = { read, aimAt, outOfReach, focusOn: (ref) => elements[ref]!.focus() };
  Object.assign(window, { eyes });
}

/** Installs the reader in each later document of the page. */
export const giveEyes = (page: Page): Promise<unknown> => page.addInitScript(openEyes);

/** Reads a page that has the reader installed. */
export async function readPage(page: Page): Promise<Reading> {
  // As one text: Playwright serializes values one by one.
  return JSON.parse(
    await page.evaluate(() => JSON.stringify((window as unknown as SeeingWindow).eyes.read())),
  ) as Reading;
}

export const aimAt = (page: Page, ref: number): Promise<Aimed> =>
  page.evaluate((wanted) => (window as unknown as SeeingWindow).eyes.aimAt(wanted), ref);

export const focusOn = (page: Page, ref: number): Promise<void> =>
  page.evaluate((wanted) => (window as unknown as SeeingWindow).eyes.focusOn(wanted), ref);

export const outOfReach = (page: Page, refs: readonly number[]): Promise<(string | null)[]> =>
  page.evaluate((all) => (window as unknown as SeeingWindow).eyes.outOfReach(all), refs);
