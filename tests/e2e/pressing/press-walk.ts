import { expect, type Page, type Request, test } from '@playwright/test';
import { watchRest } from './page-at-rest.ts';
import { aimAt, type Control, focusOn, giveEyes, outOfReach, type Reading, readPage } from './page-eyes.ts';
import { rawTextsIn, watchErrors } from './page-faults.ts';

/** A page in one state, opened from scratch. */
export interface Screen {
  name: string;
  open(page: Page): Promise<void>;
  /** Continues from the loaded page. */
  lead?(page: Page): Promise<void>;
  /** Whether work that a click started is still running, if requests and changes of the page do not show it. */
  isAtWork?(page: Page): Promise<boolean>;
  /** Screens with the same name here have the same content in `main`; only the first is clicked there. */
  content?: string;
  /** What presses its few controls: tests, or the walk of a flow on its screen in `tests/web/paths/paths-on-screens.test.tsx`. */
  pressedBy?: readonly ({ file: string; title: string } | { walk: string })[];
}

export interface PressRules {
  /** Alerts that are the correct response to a click. */
  expectedAlerts: readonly RegExp[];
  /** Why a control may be disabled. */
  disabledBecause: readonly (readonly [control: RegExp, reason: string])[];
  /** Console errors that belong to a click. */
  expectedErrors: readonly RegExp[];
  /** Of controls with the same kind in one part of a page only the first is clicked; null: each is. */
  kindOf?(control: Control): string | null;
  /** How many clicks deep to go: a menu, a modal, a tab of it, and its content. */
  deepest: number;
  /** Whether a click may follow another once the page was restored; otherwise each starts from a new page. */
  goesBack: boolean;
  /**
   * Width of a phone, at which each state is checked, too: what was clicked in the wide window must be in
   * reach, and what the wide window does not show is clicked.
   */
  phoneWidth?: number;
  /** Called before a screen is opened again after a click has changed something on the server. */
  renew?(page: Page, changes: readonly Request[]): Promise<void>;
}

export interface PressReport {
  presses: number;
  /** How many controls were in reach on the phone. */
  reached: number;
  faults: string[];
  /** Each disabled control, and why. */
  disabled: string[];
  screens: string[];
  /** What was clicked, and what followed. */
  steps: string[];
  /** Where links with a kind lead, clicked or not. */
  links: Set<string>;
}

const background = /^\/(assets\/|status$|version$|trackers\.json$)/;
const isAsked = (request: Request) =>
  /^https?:/.test(request.url()) && !background.test(new URL(request.url()).pathname);
/** Reading a price or new recaps changes nothing that other clicks find, and a choice is undone by the opposite choice. */
const changesNothing = /\/(quote|preferences|recaps\/taken)$/;

function pageOf(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return origin + pathname + search;
}

const withoutValues = (text: string) =>
  text
    .replaceAll(/“.*”/g, '“”')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\S+@\S+/g, '@')
    .replaceAll(/\d+(?:[.,:]\d+)*/g, '#');

const inWords = ({ role, name }: Control) => `${role} “${name}”`;

/**
 * The identity of a control: two that differ only by a number or by what they quote are the same, and so are links to existing
 * places of the page, because the browser follows them itself.
 */
function keyOf(
  screen: Screen,
  control: Control,
  places: readonly string[],
  rules: Pick<PressRules, 'kindOf'>,
): string {
  const { role, name, url } = control;
  const place = control.place === '' ? (screen.content ?? screen.name) : control.place;
  if (role === 'link' && url?.startsWith('#') && places.includes(url))
    return `${place} | link to a place of the page`;
  const kind = rules.kindOf?.(control);
  if (kind) return `${place} | ${kind}`;
  return [place, role, withoutValues(name), withoutValues(url ?? '')].join(' | ');
}

/** The effects of a click on a control. */
interface Pressed {
  effect: string | null;
  shown: Reading;
  isAway: boolean;
}

/** The page's content, except the title announced after navigation: a loaded page announces none. */
const inLines = ({ lines, title }: Reading): string => lines.filter((line) => line !== title).join('\n');

const isMissing = ({ lines }: Reading) => /This page is not on the map|^Not found$/m.test(lines.join('\n'));

const isSame = (one: Reading, other: Reading) => inLines(one) === inLines(other);

/** Clicks every control of every screen once, and of what opens, and names those that respond badly. */
export async function pressEverything(
  pages: readonly Page[],
  screens: readonly Screen[],
  rules: PressRules,
): Promise<PressReport> {
  const report: PressReport = {
    presses: 0,
    reached: 0,
    faults: [],
    disabled: [],
    screens: [],
    steps: [],
    links: new Set(),
  };
  const progress: Progress = { wide: createProgress(), phone: createProgress(), reached: new Set() };
  const left = [...screens];
  await Promise.all(
    pages.map(async (page) => {
      const presser = await createPresser(page, rules, progress, report);
      for (let screen = left.shift(); screen !== undefined; screen = left.shift()) {
        report.screens.push(screen.name);
        const next = screen;
        // Outside a step of its own, Playwright searches all calls of the test to find where each belongs.
        await test.step(next.name, () => presser.visit(next));
      }
    }),
  );
  return report;
}

/** What has responded, and what has been tried, by key. */
interface PressProgress {
  pressed: Set<string>;
  begun: Set<string>;
}

const createProgress = (): PressProgress => ({ pressed: new Set(), begun: new Set() });

interface Progress {
  wide: PressProgress;
  phone: PressProgress;
  reached: Set<string>;
}

async function createPresser(page: Page, rules: PressRules, progress: Progress, report: PressReport) {
  const errors = watchErrors(page);
  let requests: Request[] = [];
  let answers: string[] = [];
  let popups: Page[] = [];
  /** The screen as last loaded, and after its further steps, in the window as wide as it is now. */
  let loaded: Reading | null = null;
  let opened: Reading | null = null;
  const refused = new WeakSet<Request>();
  /** Whether a request changes what other clicks find. */
  const isChange = (request: Request) =>
    !['GET', 'HEAD'].includes(request.method()) &&
    isAsked(request) &&
    !changesNothing.test(request.url()) &&
    !refused.has(request);
  page.on('request', (request) => requests.push(request));
  page.on('response', (response) => {
    if (response.status() >= 400) refused.add(response.request());
  });
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

  await giveEyes(page);
  const read = async () => {
    const shown = await resting.steadily(() => readPage(page));
    for (const control of shown.controls)
      if (control.url !== null && rules.kindOf?.(control))
        report.links.add(new URL(control.url, page.url()).href);
    return shown;
  };
  const keyFor = (screen: Screen, control: Control, places: readonly string[]) =>
    keyOf(screen, control, places, rules);

  /** Clicks a control. Returns the previous state, to compare. */
  async function press({ ref }: Control): Promise<{ own: string; scrolled: number }> {
    const { aim, ...known } = await resting.steadily(() => aimAt(page, ref));
    if (aim === 'keyboard') {
      // Such as "Skip to content", and the file input under the drop zone.
      await focusOn(page, ref);
      await page.keyboard.press('Enter');
    } else if ('why' in aim) throw new Error(aim.why);
    else await page.mouse.click(aim.x, aim.y);
    return known;
  }

  async function openAt(screen: Screen, path: readonly Control[]): Promise<Reading> {
    const changes = requests.filter(isChange);
    if (changes.length > 0) await rules.renew?.(page, changes);
    resting.forget();
    await screen.open(page);
    await resting.untilIdle();
    loaded = await read();
    opened = await leadOn(screen, loaded);
    requests = [];
    return follow(screen, path, opened);
  }

  async function leadOn(screen: Screen, from: Reading): Promise<Reading> {
    if (screen.lead === undefined) return from;
    await screen.lead(page);
    await resting.untilIdle();
    return read();
  }

  /** Until work that a press has begun is done, and two seconds have passed since. */
  async function untilDone({ isAtWork }: Screen): Promise<void> {
    if (isAtWork === undefined) return;
    await expect(async () => {
      if (!(await isAtWork(page))) return;
      await resting.untilIdle();
      expect(await isAtWork(page)).toBe(false);
    }).toPass({ timeout: 120_000 });
  }

  /** Clicks the controls that lead further, from the opened screen. */
  async function follow(screen: Screen, path: readonly Control[], from: Reading): Promise<Reading> {
    let shown = from;
    for (const step of path) {
      const control = shown.controls.find(
        (each) => keyFor(screen, each, shown.places) === keyFor(screen, step, shown.places),
      );
      if (control === undefined)
        throw new Error(
          `${screen.name}: ${inWords(step)} is not there a second time, but ${shown.controls.map(inWords).join(', ')}.`,
        );
      await press(control);
      await resting.untilIdle();
      await untilDone(screen);
      shown = await read();
    }
    return shown;
  }

  function effectOf(
    control: Control,
    before: Reading,
    after: Reading,
    { address, own, scrolled }: { address: string; own: string; scrolled: number },
  ): string | null {
    const { traces, focus, place } = after;
    if (answers.length > 0) return answers[0] ?? null;
    if (pageOf(page.url()) !== pageOf(address)) return 'another address';
    if (requests.some(isAsked)) return 'request';
    if (traces.copied > before.traces.copied) return 'copy';
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
    before: Reading,
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
    let known: { own: string; scrolled: number };
    try {
      // Its browser may open it after the page is idle.
      const popup = control.opensWindow ? page.waitForEvent('popup') : null;
      [known] = await Promise.all([press(control), popup]);
    } catch (error) {
      fault(error instanceof Error ? error.message : String(error));
      return null;
    }
    await resting.untilQuiet();
    const changes = requests.slice(0, kept);
    requests = requests.slice(kept);
    const hasLeft = () => pageOf(page.url()) !== pageOf(address) || answers.includes('page');
    // A message that disappears within two seconds is a response, too.
    let shown = await read();
    let effect = effectOf(control, before, shown, { address, ...known });
    await resting.idle();
    await untilDone(screen);
    shown = await read();
    effect ??= effectOf(control, before, shown, { address, ...known });
    requests = [...changes, ...requests];
    for (const popup of popups) await popup.close();

    const isAway = hasLeft();
    const earlier = isAway ? null : before;
    if (effect === null && !isHere(control, address)) fault('nothing follows');
    const text = shown.lines.join('\n');
    for (const raw of rawTextsIn(text)) {
      if (earlier === null || !rawTextsIn(earlier.lines.join('\n')).includes(raw)) fault(raw);
    }
    for (const alert of shown.alerts) {
      if (!earlier?.alerts.includes(alert) && !rules.expectedAlerts.some((each) => each.test(alert)))
        fault(`says “${alert}”`);
    }
    for (const error of errors) if (!rules.expectedErrors.some((each) => each.test(error))) fault(error);
    if (isAway && control.role === 'link' && isMissing(shown) && !(isMissing(before) && (await isReplaced())))
      fault('leads to a page that is not there');
    report.steps.push(`${[screen.name, ...path.map(inWords), inWords(control)].join(' › ')}: ${effect}`);
    return { effect, shown, isAway };
  }

  /** On a busy machine the next page's code may run long after it has arrived, with the old page still shown. */
  async function isReplaced(): Promise<boolean> {
    for (let turn = 0; turn < 20; turn += 1) {
      await resting.idle();
      if (!isMissing(await read())) return true;
    }
    return false;
  }

  /** It is already selected: the chosen tab, the current page. */
  const isHere = ({ role, url, isChosen }: Control, address: string) =>
    isChosen ||
    (role === 'link' &&
      url !== null &&
      pageOf(new URL(url, address).href) === pageOf(address) &&
      !url.startsWith('#'));

  /** What was clicked, if another click restores the previous state. */
  function pressedToggle(control: Control, after: Reading): Control | undefined {
    const again = after.controls.find(({ ref }) => ref === control.ref);
    // Such as "Show password", whose name changes.
    const isRenamed = again?.name !== control.name && ['button', 'summary'].includes(control.role);
    return control.isToggle || again?.isToggle || isRenamed ? again : undefined;
  }

  /** Undoes a click as a person would; false if there is no such way. */
  async function takeBack(
    control: Control,
    before: Reading,
    { shown: after, isAway }: Pressed,
    address: string,
  ) {
    if (!isAway && page.url() === address) {
      const toggle = pressedToggle(control, after);
      // The menu that a button has opened may cover the button.
      const isPressed =
        toggle !== undefined &&
        (await press(toggle).then(
          () => true,
          () => false,
        ));
      if (isPressed) return true;
    }
    if (!rules.goesBack || answers.includes('page')) return false;
    if (page.url() !== address) {
      await page.goBack();
      return true;
    }
    const known = new Set(before.controls.map(({ ref }) => ref));
    const wasChosen = new Set(before.controls.filter(({ isChosen }) => isChosen).map(({ ref }) => ref));
    const chosen = after.controls.find(
      ({ role, ref, isChosen }) => role === control.role && wasChosen.has(ref) && !isChosen,
    );
    const wayOut = after.controls.find(({ name, ref }) => !known.has(ref) && /^(Cancel|Close)$/.test(name));
    const next = chosen ?? wayOut;
    if (next === undefined) await page.keyboard.press('Escape');
    else await press(next);
    return true;
  }

  /** The page, if it is as it was before the click or has been restored. */
  async function asBefore(
    screen: Screen,
    path: readonly Control[],
    control: Control,
    before: Reading,
    result: Pressed,
    address: string,
  ): Promise<Reading | null> {
    if (requests.some(isChange)) return null;
    if (!result.isAway && page.url() === address && isSame(result.shown, before)) return result.shown;
    try {
      if (!(await takeBack(control, before, result, address))) return null;
      await resting.untilIdle();
      let back = await read();
      const isKnown = () => [before, loaded, opened].some((known) => known !== null && isSame(back, known));
      if (rules.goesBack && !isKnown()) {
        // An outline names the part that is in the window.
        await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
        await resting.untilIdle();
        back = await read();
      }
      if (rules.goesBack && !isSame(back, before)) {
        if (loaded !== null && isSame(back, loaded)) back = await leadOn(screen, back);
        if (path.length > 0 && opened !== null && isSame(back, opened))
          back = await follow(screen, path, back);
      }
      return !requests.some(isChange) && page.url() === address && isSame(back, before) ? back : null;
    } catch {
      // It could not be undone; the page is opened again.
      return null;
    }
  }

  async function tryToOpen(screen: Screen, path: readonly Control[]): Promise<Reading | null> {
    try {
      return await openAt(screen, path);
    } catch (error) {
      report.faults.push(`${[screen.name, ...path.map(inWords)].join(' › ')}: ${error}`);
      return null;
    }
  }

  const keysOf = (screen: Screen, { controls, places }: Reading) =>
    new Set(controls.map((control) => keyFor(screen, control, places)));

  /**
   * Clicks what an opened screen shows after these clicks, and what that opens. @param from the current page,
   * if it shows that already @param excluded keys of controls to skip @returns the page, if it ends as it
   * began
   */
  async function pressAt(
    screen: Screen,
    path: readonly Control[],
    walked: PressProgress,
    from: Reading | null,
    excluded: ReadonlySet<string> = new Set(),
  ): Promise<Reading | null> {
    const { pressed, begun } = walked;
    let shown: Reading | null = from ?? (await tryToOpen(screen, path));
    if (shown === null) return null;
    const { places } = shown;
    const known = keysOf(screen, shown);
    const insides: string[] = [];
    for (const key of known) {
      if (pressed.has(key) || excluded.has(key)) continue;
      shown ??= await tryToOpen(screen, path);
      if (shown === null) return null;
      // The other window may have clicked it while this one was opened.
      if (pressed.has(key)) continue;
      const control: Control | undefined = shown.controls.find(
        (each) => keyFor(screen, each, places) === key,
      );
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
      // Clicked again only if it is not selected already.
      if (wasHere && begun.has(key)) continue;
      begun.add(key);
      if (!wasHere) pressed.add(key);
      const result: Pressed | null = await pressAndJudge(screen, path, control, shown);
      const before: Reading = shown;
      shown = null;
      if (result === null) continue;
      if (result.effect !== null) pressed.add(key);
      if (!result.isAway && path.length + 1 < rules.deepest) {
        const opens = [...keysOf(screen, result.shown)];
        if (opens.some((each) => !known.has(each) && !pressed.has(each))) insides.push(key);
      }
      shown = await asBefore(screen, path, control, before, result, address);
    }
    for (const key of insides) {
      shown ??= await tryToOpen(screen, path);
      if (shown === null) return null;
      shown = await pressWithin(screen, path, key, walked, shown, known);
    }
    return shown;
  }

  async function pressWithin(
    screen: Screen,
    path: readonly Control[],
    key: string,
    walked: PressProgress,
    shown: Reading,
    known: ReadonlySet<string>,
  ): Promise<Reading | null> {
    const control = shown.controls.find((each) => keyFor(screen, each, shown.places) === key);
    if (control === undefined) {
      report.faults.push(
        `${[screen.name, ...path.map(inWords), key].join(' › ')}: is not there a second time`,
      );
      return null;
    }
    const inner = [...path, control];
    const address = page.url();
    let within: Reading | null = null;
    if (rules.goesBack) {
      answers = [];
      within = await follow(screen, [control], shown).catch(() => null);
    }
    const isPhone = walked === progress.phone;
    const last = isPhone
      ? await pressAt(screen, inner, walked, within, known)
      : await visitState(screen, inner, within);
    if (last === null || !rules.goesBack) return null;
    answers = [];
    return asBefore(screen, path, control, shown, { effect: null, shown: last, isAway: false }, address);
  }

  /** Checks a state on the phone, then clicks it in the wide window. */
  async function visitState(
    screen: Screen,
    path: readonly Control[],
    from: Reading | null = null,
  ): Promise<Reading | null> {
    let shown = from ?? (await tryToOpen(screen, path));
    if (shown !== null && rules.phoneWidth !== undefined) {
      shown = await onPhone(screen, path, shown, rules.phoneWidth);
    }
    return pressAt(screen, path, progress.wide, shown);
  }

  async function onPhone(
    screen: Screen,
    path: readonly Control[],
    wide: Reading,
    width: number,
  ): Promise<Reading | null> {
    const size = page.viewportSize();
    if (size === null) throw new Error('The window has no size of its own.');
    const where = (control: Control) =>
      `${[screen.name, ...path.map(inWords), inWords(control)].join(' › ')}: at ${width} px`;
    await page.setViewportSize({ ...size, width });
    await resting.untilIdle();
    const shown = await read();
    const inWide = new Set(wide.controls.map(({ ref }) => ref));
    const asWide = new Set<string>();
    const tried: Control[] = [];
    for (const control of shown.controls) {
      // The phone shows another element, so it may have another handler, too.
      if (!inWide.has(control.ref)) continue;
      const key = keyFor(screen, control, shown.places);
      asWide.add(key);
      const own = keyOf(screen, control, shown.places, {});
      if (control.isDisabled || progress.reached.has(own)) continue;
      progress.reached.add(own);
      tried.push(control);
    }
    report.reached += tried.length;
    const reasons = await outOfReach(
      page,
      tried.map(({ ref }) => ref),
    );
    for (const [index, why] of reasons.entries())
      if (why !== null) report.faults.push(`${where(tried[index]!)} ${why}`);
    const isNew = [...keysOf(screen, shown)].some(
      (key) => !asWide.has(key) && !progress.phone.pressed.has(key),
    );
    const wideOpened = opened;
    if (path.length === 0) opened = shown;
    const after = isNew ? await pressAt(screen, path, progress.phone, shown, asWide) : shown;
    opened = wideOpened;
    await page.setViewportSize(size);
    if (after === null) return null;
    await resting.untilIdle();
    const back = await read();
    return isSame(back, wide) ? back : null;
  }

  return { visit: (screen: Screen) => visitState(screen, []) };
}
