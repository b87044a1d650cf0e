import type { Page, Request } from '@playwright/test';
import { type AccessiblePage, type Control, readAccessiblePage } from './accessible-controls.ts';
import { watchRest } from './page-at-rest.ts';
import { type Look, lookAt, rawTextsIn, watchErrors } from './page-faults.ts';

/** A page in one state, opened from nothing each time. */
export interface Screen {
  name: string;
  open(page: Page): Promise<void>;
  /** Screens of the same name here show the same content in `main`; it is pressed on the first of them. */
  content?: string;
}

export interface PressRules {
  /** Alerts that are the proper answer to a press. */
  expectedAlerts: readonly RegExp[];
  /** Why a control may be disabled. */
  disabledBecause: readonly (readonly [control: RegExp, reason: string])[];
  /** Errors of the console that belong to what was pressed. */
  expectedErrors: readonly RegExp[];
  /** How many presses lead into what a screen opens: a menu, a modal, a tab of it, and what that holds. */
  deepest: number;
  /** Whether a press may follow another where the page was led back to what it was; else each has a page newly opened. */
  goesBack: boolean;
  /** Called before a screen is opened again after a press has changed something on the server. */
  renew?(page: Page, changes: readonly Request[]): Promise<void>;
}

export interface PressReport {
  presses: number;
  faults: string[];
  /** Each control that is disabled, and why. */
  disabled: string[];
  screens: string[];
  /** What was pressed, and what followed. */
  steps: string[];
}

const background = /^\/(assets\/|status$|version$|trackers\.json$)/;
const isAsked = (request: Request) =>
  /^https?:/.test(request.url()) && !background.test(new URL(request.url()).pathname);
/** Whether a request changes what other presses find; a price that was asked for does not. */
const isChange = (request: Request) =>
  !['GET', 'HEAD'].includes(request.method()) && isAsked(request) && !request.url().endsWith('/quote');

function pageOf(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return origin + pathname + search;
}

const withoutNumbers = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\S+@\S+/g, '@')
    .replaceAll(/\d+(?:[.,:]\d+)*/g, '#');

const inWords = ({ role, name }: Control) => `${role} “${name}”`;

/**
 * What a control is: two that differ by a number alone are the same one, and links of a page to places that are there
 * are, too, as the browser follows them by itself.
 */
function keyOf(screen: Screen, control: Control, places: ReadonlySet<string>): string {
  const { role, name, url } = control;
  const place = control.place === '' ? (screen.content ?? screen.name) : control.place;
  if (role === 'link' && url?.startsWith('#') && places.has(url))
    return `${place} | link to a place of the page`;
  return [place, role, withoutNumbers(name), withoutNumbers(url ?? '')].join(' | ');
}

/** What the press of a control has brought about. */
interface Pressed {
  effect: string | null;
  shown: Shown;
  /** Another page is shown now. */
  isAway: boolean;
}

interface Shown extends AccessiblePage {
  look: Look;
  /** Hashes of places that are on the page. */
  places: ReadonlySet<string>;
}

/** What is on the page, but for the title that is said once another page has come: a page that is loaded says none. */
function inLines({ lines, look }: Shown): string {
  const said = ['paragraph', `paragraph ${look.title}`];
  return lines.filter((line) => !said.includes(line.trim())).join('\n');
}

/** Presses every control of every screen once, and of what opens, and names what does not answer well. */
export async function pressEverything(
  pages: readonly Page[],
  screens: readonly Screen[],
  rules: PressRules,
  report: PressReport = { presses: 0, faults: [], disabled: [], screens: [], steps: [] },
): Promise<PressReport> {
  const pressed = new Set<string>();
  const begun = new Set<string>();
  const left = [...screens];
  await Promise.all(
    pages.map(async (page) => {
      const presser = await createPresser(page, rules, { pressed, begun }, report);
      for (let screen = left.shift(); screen !== undefined; screen = left.shift()) {
        report.screens.push(screen.name);
        await presser.visit(screen, []);
      }
    }),
  );
  return report;
}

/** What has answered, and what has been tried; shared by all pages. */
interface Progress {
  pressed: Set<string>;
  begun: Set<string>;
}

async function createPresser(
  page: Page,
  rules: PressRules,
  { pressed, begun }: Progress,
  report: PressReport,
) {
  const errors = watchErrors(page);
  let requests: Request[] = [];
  let answers: string[] = [];
  let popups: Page[] = [];
  /** The screen as it was when it was last opened. */
  let opened: Shown | null = null;
  page.on('request', (request) => requests.push(request));
  page.on('dialog', (dialog) => {
    answers.push('dialog');
    void dialog.accept().catch(() => {});
  });
  page.on('popup', (popup) => {
    answers.push('window');
    popups.push(popup);
  });
  page.on('download', () => answers.push('download'));
  page.on('filechooser', () => answers.push('choice of a file'));
  page.on('domcontentloaded', () => answers.push('page'));
  const resting = await watchRest(page);

  const readPage = () => resting.steadily(readShown);
  const look = () => resting.steadily(() => lookAt(page));

  async function readShown(): Promise<Shown> {
    const [accessible, look] = [await readAccessiblePage(page), await lookAt(page)];
    const hashes = accessible.controls.flatMap(({ url }) => (url?.startsWith('#') ? url : []));
    const there = await page.evaluate(
      (all) => all.filter((hash) => document.getElementById(decodeURIComponent(hash.slice(1))) !== null),
      hashes,
    );
    return { ...accessible, look, places: new Set(there) };
  }

  async function press({ ref, role }: Control): Promise<void> {
    const element = page.getByRef(ref);
    try {
      await element.click({ timeout: 10_000 });
    } catch (error) {
      const cover = String(error)
        .split('\n')
        .find((line) => line.includes('intercepts pointer events'));
      const label =
        cover?.includes('<label') &&
        (
          await element.evaluateHandle((input) => (input as HTMLInputElement).labels?.[0] ?? input)
        ).asElement();
      const isForKeyboard =
        String(error).includes('outside of the viewport') ||
        (await element.evaluate((node) => node.matches('input[type=file]')));
      if (label) await label.click();
      else if (isForKeyboard) {
        // Such as "Skip to content", and the choice of a file, which lies under the place to drop one.
        await element.focus();
        await page.keyboard.press('Enter');
      } else throw new Error(cover ? `is covered: ${cover.trim()}` : `${role} cannot be pressed: ${error}`);
    }
  }

  async function openAt(screen: Screen, path: readonly Control[]): Promise<Shown> {
    const changes = requests.filter(isChange);
    if (changes.length > 0) await rules.renew?.(page, changes);
    resting.forget();
    await screen.open(page);
    await resting.untilIdle();
    requests = [];
    opened = await readPage();
    return follow(screen, path, opened);
  }

  /** Presses the controls that lead further, from the screen as it is when it has been opened. */
  async function follow(screen: Screen, path: readonly Control[], from: Shown): Promise<Shown> {
    let shown = from;
    for (const step of path) {
      const control = shown.controls.find(
        (each) => keyOf(screen, each, shown.places) === keyOf(screen, step, shown.places),
      );
      if (control === undefined)
        throw new Error(
          `${screen.name}: ${inWords(step)} is not there a second time, but ${shown.controls.map(inWords).join(', ')}.`,
        );
      await press(control);
      await resting.untilIdle();
      shown = await readPage();
    }
    return shown;
  }

  function effectOf(
    control: Control,
    before: Shown,
    after: Shown,
    { address, own, scrolled }: { address: string; own: string; scrolled: number },
  ): string | null {
    const { traces, focus, place } = after.look;
    if (answers.length > 0) return answers[0] ?? null;
    if (pageOf(page.url()) !== pageOf(address)) return 'another address';
    if (requests.some(isAsked)) return 'request';
    if (traces.copied > before.look.traces.copied) return 'copy';
    if (after.lines.join('\n') !== before.lines.join('\n')) return 'change';
    if (traces.scrolled > scrolled) return 'scroll';
    if (place !== null && control.url?.endsWith(`#${place}`)) return 'place';
    if (control.url?.startsWith('mailto:')) return 'mail';
    return focus !== null && focus !== own ? 'focus' : null;
  }

  async function pressAndJudge(
    screen: Screen,
    path: readonly Control[],
    control: Control,
    before: Shown,
  ): Promise<Pressed | null> {
    const fault = (text: string) => {
      report.faults.push(`${[screen.name, ...path.map(inWords), inWords(control)].join(' › ')}: ${text}`);
    };
    report.presses += 1;
    errors.length = 0;
    requests = requests.filter(isChange);
    const kept = requests.length;
    answers = [];
    popups = [];
    const address = page.url();
    const own = await page.getByRef(control.ref).evaluate((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return element.id || element.outerHTML.slice(0, 300);
    });
    await resting.untilQuiet();
    const { scrolled } = (await look()).traces;
    try {
      await press(control);
    } catch (error) {
      fault(error instanceof Error ? error.message : String(error));
      return null;
    }
    await resting.untilQuiet();
    const earlier = requests.slice(0, kept);
    requests = requests.slice(kept);
    const hasLeft = () => pageOf(page.url()) !== pageOf(address) || answers.includes('page');
    const read = async () => (hasLeft() ? { ...before, look: await look() } : readPage());
    let shown = await read();
    let effect = effectOf(control, before, shown, { address, own, scrolled });
    await resting.untilIdle();
    const seen = await look();
    const isLater = effect === null || (!hasLeft() && seen.traces.mutations !== shown.look.traces.mutations);
    shown = isLater ? await read() : { ...shown, look: seen };
    effect ??= effectOf(control, before, shown, { address, own, scrolled });
    requests = [...earlier, ...requests];
    for (const popup of popups) await popup.close();

    const isAway = hasLeft();
    const known = isAway ? null : before.look;
    if (effect === null && !isHere(control, address)) fault('nothing follows');
    for (const raw of rawTextsIn(shown.look.text)) {
      if (known === null || !rawTextsIn(known.text).includes(raw)) fault(raw);
    }
    for (const alert of shown.look.alerts) {
      if (!known?.alerts.includes(alert) && !rules.expectedAlerts.some((each) => each.test(alert)))
        fault(`says “${alert}”`);
    }
    for (const error of errors) if (!rules.expectedErrors.some((each) => each.test(error))) fault(error);
    if (
      isAway &&
      control.role === 'link' &&
      /This page is not on the map|^Not found$/m.test(shown.look.text)
    ) {
      fault('leads to a page that is not there');
    }
    report.steps.push(`${[screen.name, ...path.map(inWords), inWords(control)].join(' › ')}: ${effect}`);
    return { effect, shown, isAway };
  }

  /** It is what one has pressed for already: the chosen tab, the page that is shown. */
  const isHere = ({ role, url, isChosen }: Control, address: string) =>
    isChosen ||
    (role === 'link' &&
      url !== null &&
      pageOf(new URL(url, address).href) === pageOf(address) &&
      !url.startsWith('#'));

  /** Takes back what a press has done, as a person would; false where there is no such way. */
  async function takeBack(
    control: Control,
    before: Shown,
    { shown: after, isAway }: Pressed,
    address: string,
  ) {
    const again = after.controls.find(({ ref }) => ref === control.ref);
    if (!isAway && control.isToggle && again !== undefined) {
      await press(again);
      return true;
    }
    if (!rules.goesBack || answers.includes('page')) return false;
    if (page.url() !== address) {
      await page.goBack();
      return true;
    }
    const known = new Set(before.controls.map(({ ref }) => ref));
    const chosen = before.controls.find(({ role, isChosen }) => role === 'tab' && isChosen);
    const tab = after.controls.find(({ ref }) => control.role === 'tab' && ref === chosen?.ref);
    const wayOut = after.controls.find(({ name, ref }) => !known.has(ref) && /^(Cancel|Close)$/.test(name));
    const next = tab ?? wayOut;
    if (next === undefined) await page.keyboard.press('Escape');
    else await press(next);
    return true;
  }

  /** The page, where it is as it was before the press or has been led back to that. */
  async function asBefore(
    screen: Screen,
    path: readonly Control[],
    control: Control,
    before: Shown,
    result: Pressed,
    address: string,
  ): Promise<Shown | null> {
    const isSame = (one: Shown, other: Shown) => inLines(one) === inLines(other);
    if (requests.some(isChange)) return null;
    if (!result.isAway && page.url() === address && isSame(result.shown, before)) return result.shown;
    if (!(await takeBack(control, before, result, address))) return null;
    await resting.untilIdle();
    let back = await readPage();
    if (path.length > 0 && opened !== null && isSame(back, opened)) back = await follow(screen, path, back);
    return !requests.some(isChange) && page.url() === address && isSame(back, before) ? back : null;
  }

  async function tryToOpen(screen: Screen, path: readonly Control[]): Promise<Shown | null> {
    try {
      return await openAt(screen, path);
    } catch (error) {
      report.faults.push(`${[screen.name, ...path.map(inWords)].join(' › ')}: ${error}`);
      return null;
    }
  }

  async function visit(screen: Screen, path: readonly Control[]): Promise<void> {
    let shown: Shown | null = await tryToOpen(screen, path);
    if (shown === null) return;
    const { places } = shown;
    const known = new Set(shown.controls.map((control) => keyOf(screen, control, places)));
    const insides: Control[] = [];
    for (const key of known) {
      if (pressed.has(key)) continue;
      shown ??= await tryToOpen(screen, path);
      if (shown === null) return;
      const control: Control | undefined = shown.controls.find((each) => keyOf(screen, each, places) === key);
      const where = [screen.name, ...path.map(inWords), key].join(' › ');
      if (control === undefined) {
        report.faults.push(`${where}: is not there a second time`);
        continue;
      }
      if (control.isDisabled) {
        pressed.add(key);
        const reason = rules.disabledBecause.find(([name]) => name.test(control.name))?.[1];
        if (reason === undefined) report.faults.push(`${where}: is disabled, and no reason is known`);
        else report.disabled.push(`${where}: ${reason}`);
        continue;
      }
      const address = page.url();
      const wasHere = isHere(control, address);
      // Pressed again only where it is not chosen already.
      if (wasHere && begun.has(key)) continue;
      begun.add(key);
      if (!wasHere) pressed.add(key);
      const result: Pressed | null = await pressAndJudge(screen, path, control, shown);
      const before: Shown = shown;
      shown = null;
      if (result === null) continue;
      if (result.effect !== null) pressed.add(key);
      const after = result.shown;
      if (!result.isAway && path.length + 1 < rules.deepest) {
        const keys = after.controls.map((each) => keyOf(screen, each, after.places));
        if (keys.some((each) => !known.has(each) && !pressed.has(each))) insides.push(control);
      }
      if (result.effect !== null && popups.length === 0) {
        shown = await asBefore(screen, path, control, before, result, address);
      }
    }
    for (const control of insides) await visit(screen, [...path, control]);
  }

  return { visit };
}
