import { readFileSync } from 'node:fs';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMachine, setup } from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import { type ChartStructure, chartStructure } from '#flows/diff/structure.ts';
import type { Flow } from '#flows/flow.ts';
import type { ReportStep } from '#flows/report.ts';
import { testedWords } from '#flows/viewer/figures.tsx';
import { flowData } from '#flows/viewer/flow-data.ts';
import { scriptExports, scriptTexts } from '#flows/viewer/script-texts.ts';
import { Viewer } from '#flows/viewer/viewer.tsx';
import type { Figure, FlowVersion, ViewerData } from '#flows/viewer/viewer-data.ts';
import { catalogue } from '#machines/index.ts';
import { expectAccessible } from '#tests/support/axe.ts';

const flowNamed = (name: string): Flow => catalogue.find((flow) => flow.name === name)!;
const overlay = flowNamed('loading-overlay');
const signIn = flowNamed('sign-in');

let data: ViewerData;

beforeAll(async () => {
  vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll('.', '\\.') });
  data = {
    title: 'Flows',
    catalogue: [overlay, signIn],
    flows: {
      'loading-overlay': await flowData(analyseFlow(overlay), [{ label: 'Mutants killed', value: '99 %' }]),
      'sign-in': await flowData(analyseFlow(signIn)),
    },
    requirements: { 'R4.18': 'The overlay waits for 150 ms.' },
  };
});

beforeEach(() => {
  window.scrollTo = () => {};
  window.location.hash = '';
});

function open(hash = ''): HTMLElement {
  window.location.hash = hash;
  return render(<Viewer data={data} />).container;
}

function arrive(hash: string): void {
  act(() => {
    window.location.hash = hash;
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
}

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const openTab = (name: string) => fireEvent.click(screen.getByRole('tab', { name }));
const panel = () => within(screen.getByRole('complementary'));
const now = () => panel().getByRole('heading', { level: 2 }).textContent;

describe('scripts for people', () => {
  const withScripts = () => {
    const scripted = { analysis: analyseFlow(overlay), page: undefined };
    return {
      ...data,
      scripts: { 'loading-overlay': async () => scriptTexts(scripted.analysis, undefined) },
      exports: async () => scriptExports([scripted]),
    };
  };

  it('begin with the smoke test, and say what to do and to see', async () => {
    window.location.hash = '#/loading-overlay';
    const { container } = render(<Viewer data={withScripts()} />);
    openTab('Paths');
    const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
    const [first] = names().filter((name) => name?.includes('loading-overlay-'));
    expect(first).toMatch(/^Smoke test, loading-overlay-/);
    expect(names().filter((name) => name?.startsWith('Smoke test'))).toHaveLength(1);
    const id = /loading-overlay-\w+/.exec(first!)![0];
    fireEvent.change(screen.getByRole('combobox', { name: 'Path' }), { target: { value: id } });
    const script = within(await screen.findByRole('region', { name: 'By hand' }));
    expect(script.getAllByRole('listitem')[0]!.textContent).toBe(
      'Work starts. → Waiting. Work has started, but not long enough ago to show the overlay.',
    );
    await expectAccessible(container);
  });

  it.each(['smoke', 'regression test', 'priority'])('are found by “%s”, with their files', (words) => {
    window.location.hash = `#/?search=${encodeURIComponent(words)}`;
    render(<Viewer data={withScripts()} />);
    const [first] = within(screen.getByRole('list', { name: 'Found' })).getAllByRole('link');
    expect(first!.getAttribute('href')).toMatch(/^#\/loading-overlay\?path=loading-overlay-\w+&step=0$/);
    expect(screen.getByText('Test scripts for people')).toBeDefined();
  });

  it('are saved for a test management, all or only the smoke tests', async () => {
    const { container } = render(<Viewer data={withScripts()} />);
    const part = screen.getByText('Test scripts for people').closest('details')!;
    part.open = true;
    fireEvent(part, new Event('toggle'));
    expect((await within(part).findAllByRole('button')).map(({ textContent }) => textContent)).toEqual([
      'Smoke tests: CSV',
      'Smoke tests: CSV for Xray',
      'Smoke tests: CSV for TestRail',
      'All scripts: CSV',
      'All scripts: CSV for Xray',
      'All scripts: CSV for TestRail',
    ]);
    const [smoke, , , all] = await withScripts().exports();
    const ids = (text: string) => new Set(text.match(/^loading-overlay-\w+/gm)).size;
    expect([ids(smoke!.content), ids(all!.content) > 5]).toEqual([1, true]);
    await expectAccessible(container);
  });
});

describe('traffic', () => {
  it('is drawn on the chart and in the table once it is counted, and goes when it is forgotten', async () => {
    let steps: ReportStep[] | null = null;
    const step = { flow: 'loadingOverlay', actor: 'any', times: 1_250 };
    const traffic = {
      words: 'in this browser',
      steps: () => steps ?? [],
      counting: {
        isOn: () => steps !== null,
        start: () => {
          steps = [{ ...step, event: 'work.started', from: ['hidden'], to: ['waiting'] }];
        },
        end: () => {
          steps = null;
        },
      },
    };
    window.location.hash = '#/loading-overlay';
    const { container } = render(<Viewer data={{ ...data, traffic }} />);
    const counts = () => [...container.querySelectorAll('.count')].map(({ textContent }) => textContent);
    click('Traffic');
    expect(counts()).toEqual([]);
    click('Start counting');
    expect(counts()).toEqual(['1,250']);
    openTab('Table');
    expect(screen.getByRole('cell', { name: '1250' })).toBeTruthy();
    await expectAccessible(container);
    click('Stop and forget');
    openTab('Chart');
    expect(counts()).toEqual([]);
    click('Traffic');
    expect(screen.queryByRole('button', { name: 'Start counting' })).toBeNull();
  });
});

describe('a report of a user', () => {
  const feedback = flowNamed('feedback');
  const step = (event: string, from: string, to: string, code?: string): ReportStep => ({
    flow: 'feedback',
    actor: 'x:1',
    event,
    from: from ? [from] : [],
    to: [to],
    times: 1,
    ...(code === undefined ? {} : { code }),
  });
  const begun = [step('xstate.init', '', 'closed'), step('feedback.opened', 'closed', 'open.editing')];
  const parted = [...begun, step('feedback.submitted', 'open.editing', 'open.thanked')];
  const asFile = (...reports: ReportStep[][]) =>
    new File(
      [JSON.stringify(reports.map((steps, index) => ({ feedbackId: `report-${index}`, steps })))],
      'feedback.json',
    );
  const shown = async (file: File, how: 'chosen' | 'dropped' = 'chosen', approved?: ChartStructure) => {
    const told: ViewerData = {
      ...data,
      catalogue: [...data.catalogue, feedback],
      flows: {
        ...data.flows,
        feedback: {
          ...flowData(analyseFlow(feedback)),
          hasScreen: true,
          approvals: [{ flow: 'feedback', version: 'abc', by: 'A reader', on: '2026-11-02', note: '' }],
        },
      },
      ...(approved ? { versions: { feedback: async () => [versionOf(approved)] } } : {}),
      reportTest: ({ flow }, report) => `a test of ${flow.name} for ${report}`,
    };
    const { container } = render(<Viewer data={told} />);
    if (how === 'chosen')
      fireEvent.change(screen.getByLabelText(/Choose the file of steps/), { target: { files: [file] } });
    else fireEvent.drop(container.firstElementChild!, { dataTransfer: { types: ['Files'], files: [file] } });
    return container;
  };
  const versionOf = (structure: ChartStructure): FlowVersion => ({
    id: 'abc',
    date: '2026-11-01',
    title: 'Older',
    hash: 'abc',
    structure,
  });
  const show = async () => {
    const link = await screen.findByRole('link', { name: 'Show it on the chart' });
    arrive(link.getAttribute('href')!);
  };

  for (const how of ['chosen', 'dropped'] as const)
    it(`that is ${how} shows the path as walked, and where chart and report part in the words of both`, async () => {
      const fetched = vi.spyOn(globalThis, 'fetch');
      const container = await shown(asFile(begun, parted), how);
      expect((await screen.findByRole('region', { name: 'Report report-0' })).textContent).toContain(
        'Feedback: 2 steps, all as in the chart, with “The user opens the form” last, in Open › Editing.',
      );
      await show();
      const note = within(screen.getByRole('region', { name: 'Where chart and report part' }));
      note.getByText(
        'Feedback, step 3: in Open › Editing, “feedback submitted”: the chart leads to Open › Sending, or Open › Comment missing; the report says Open › Thanked.',
      );
      expect(now()).toBe('Open › Sending');
      const flags = () =>
        [...container.querySelectorAll('.now')].map(
          (flag) => `${flag.closest('[data-state]')!.getAttribute('data-state')}: ${flag.textContent}`,
        );
      expect(flags()).toEqual(
        expect.arrayContaining(['feedback.open.thanked: report', 'feedback.open.sending: now']),
      );
      click('Undo');
      expect(flags().join()).not.toContain('report');
      fireEvent.click(note.getByRole('button', { name: 'To this step' }));
      expect(flags().join()).toContain('report');
      await expectAccessible(container);
      expect(fetched).not.toHaveBeenCalled();
    });

  it('is one file: of several dropped ones none is read', async () => {
    const container = await shown(asFile(parted));
    await screen.findByRole('region', { name: 'Report report-0' });
    const files = [asFile(parted), asFile(begun)];
    fireEvent.drop(container.firstElementChild!, { dataTransfer: { types: ['Files'], files } });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Choose or drop one file at a time: nothing was read.',
    );
  });

  it('is not a file that is dropped on another field', () => {
    window.location.hash = '#/feedback';
    render(
      <Viewer
        data={{ ...data, catalogue: [feedback], flows: { feedback: flowData(analyseFlow(feedback)) } }}
      />,
    );
    openTab('Compare');
    const field = screen.getByLabelText('File of the older version');
    const wasTaken = !fireEvent.drop(field, { dataTransfer: { types: ['Files'], files: [asFile(parted)] } });
    expect([wasTaken, window.location.hash]).toEqual([false, '#/feedback']);
  });

  it('is told by its longest path where one begins like another', async () => {
    await shown(asFile([...begun, step('feedback.closed', 'open.editing', 'open.sending')], parted));
    const links = await screen.findAllByRole('link', { name: 'Show it on the chart' });
    arrive(links[1]!.getAttribute('href')!);
    expect(
      within(screen.getByRole('region', { name: 'Where chart and report part' })).getByText(
        /feedback submitted/,
      ),
    ).toBeTruthy();
  });

  it('gives its script and its failing test to copy', async () => {
    const copied: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } });
    await shown(asFile(parted));
    await show();
    click('Copy the script');
    click('Copy a failing test');
    await screen.findAllByText('Copied.');
    expect(copied[0]).toContain(
      '2. The user sends the form (or: The user sends only whitespace). → **Open › Sending.**',
    );
    expect(copied[1]).toBe('a test of feedback for report-0');
    vi.unstubAllGlobals();
    vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll('.', '\\.') });
  });

  it('finds what is as the chart is now, but not as it was approved', async () => {
    const sent = [
      ...begun,
      step('draft.changed', 'open.editing', 'open.editing'),
      step('feedback.submitted', 'open.editing', 'open.sending'),
      step('xstate.done.actor.sendFeedback', 'open.sending', 'open.thanked'),
    ];
    const structure = chartStructure(feedback);
    const approved = {
      ...structure,
      transitions: structure.transitions.map((one) =>
        one.id.includes('done(sendFeedback)') ? { ...one, targets: ['feedback.closed'] } : one,
      ),
    };
    await shown(asFile(sent), 'chosen', approved);
    expect((await screen.findByRole('region', { name: 'Report report-0' })).textContent).toContain(
      'the approved chart leads to Closed; the report and the machine go to Open › Thanked.',
    );
  });

  it.each([
    ['not JSON', 'This file is not JSON.'],
    ['[{"feedbackId":"1","steps":[]}]', 'This file has no report with the steps of a page.'],
    ['[{"steps":[{"flow":1}]}]', 'Report 1: no page writes a step such as its step 1: nothing was read.'],
    [
      JSON.stringify({ feedbackId: '1', steps: [...begun, { ...begun[1], code: '*/ alert(1) /*' }] }),
      'Report 1: no page writes a step such as its step 3: nothing was read.',
    ],
    [
      JSON.stringify({ feedbackId: '1 */ console.log(1); /*', steps: begun }),
      'Report 1 has an id that no feedback has: nothing was read.',
    ],
    [' '.repeat(5_000_001), 'This file is too large to be read here: it may have 5 MB.'],
  ])('says what is wrong with a file: %s', async (content, problem) => {
    await shown(new File([content], 'feedback.json'));
    expect((await screen.findByRole('alert')).textContent).toBe(problem);
  });
});

describe('the list', () => {
  it('shows every flow with its figures, and searches it', async () => {
    const container = open();
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      overlay.title,
      signIn.title,
    ]);
    expect(
      screen.getAllByText(
        /^\d+ states; tested: chart 100 %; not tested on a screen: no run has been reported$/,
      ),
    ).toHaveLength(2);
    expect(screen.getByText('99 %').closest('details')!.open).toBe(false);
    await expectAccessible(container);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'after 150 ms' } });
    const [hit] = within(screen.getByRole('list', { name: 'Found' })).getAllByRole('link');
    expect(hit!.getAttribute('href')).toBe('#/loading-overlay/waiting');
    await expectAccessible(container);
  });

  it('says which charts are approved as they are, and finds the others', () => {
    const approved = (name: string, version: string) => ({
      ...data.flows[name]!,
      version: 'hash 2',
      approvals: [{ flow: name, by: 'Mira', on: '2026-11-21', note: '', version }],
    });
    const flows = {
      [overlay.name]: approved(overlay.name, 'hash 2'),
      [signIn.name]: approved(signIn.name, 'hash 1'),
    };
    const { rerender } = render(<Viewer data={{ ...data, flows }} />);
    expect(screen.getByText(/^\d+ states; approved; tested/)).toBeDefined();
    expect(screen.getByText(/^\d+ states; changed since it was approved; tested/)).toBeDefined();
    const found = (search: string) => {
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: search } });
      return within(screen.getByRole('list', { name: 'Found' }))
        .queryAllByRole('link')
        .map((link) => link.getAttribute('href'));
    };
    expect(found('approved')).toEqual(['#/loading-overlay']);
    expect(found('not approved')).toEqual(['#/sign-in']);
    expect(found('changed since it was approved')).toEqual(['#/sign-in']);
    arrive('#/sign-in');
    click('Changed since it was approved');
    expect(screen.getByText(/^The chart has changed since Mira approved it/)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('complementary'));
    const { approvals: _, ...unread } = flows[overlay.name]!;
    rerender(<Viewer data={{ ...data, flows: { ...flows, [overlay.name]: unread } }} />);
    arrive('');
    expect(screen.getByText(/^\d+ states; not approved yet; tested/)).toBeDefined();
  });

  it('says what a chart does in the words of its flow, in hits and beside the chart', () => {
    const flow = { ...overlay, words: { shortestDisplay: '', startTimer: 'begin to count' } };
    const machine = setup({ actions: { startTimer: () => {}, hush: () => {} } }).createMachine({
      id: 'loadingOverlay',
      initial: 'hidden',
      states: { hidden: { on: { 'work.started': { actions: ['startTimer', 'hush'] } } } },
    });
    render(<Viewer data={{ ...data, catalogue: [{ ...flow, machine }] }} />);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'begin to count' } });
    expect(screen.getByRole('list', { name: 'Found' }).textContent).toContain('does: begin to count, hush');
    arrive('#/loading-overlay/hidden');
    expect(panel().getByText(/does: begin to count, hush$/)).toBeDefined();
  });

  it('is grouped by area; flows without one come last', () => {
    const { group, ...loose } = overlay;
    expect(group).toBe('The page');
    render(<Viewer data={{ ...data, catalogue: [loose, signIn] }} />);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Account',
      'More',
    ]);
  });

  it('highlights matches, lists words that were not found, and has a clear button', () => {
    open();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'overlay waits zyzzyva' } });
    expect(screen.getByText(/^\d+ found\. What was found does not say “zyzzyva”\.$/)).toBeDefined();
    const [hit] = within(screen.getByRole('list', { name: 'Found' })).getAllByRole('link');
    expect([...hit!.querySelectorAll('mark')].map(({ textContent }) => textContent!.toLowerCase())).toEqual(
      expect.arrayContaining(['overlay', 'waiting']),
    );
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zyzzyva' } });
    expect(screen.getByText('Nothing found. No chart says “zyzzyva”.')).toBeDefined();
    click('Clear');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('says by which other words a flow was found', () => {
    window.location.hash = '#/?search=unplugged';
    render(<Viewer data={{ ...data, catalogue: [flowNamed('recording')], flows: {} }} />);
    const [hit] = within(screen.getByRole('list', { name: 'Found' })).getAllByRole('link');
    expect(hit!.textContent).toContain('Capture failed');
    expect(hit!.querySelector('mark')!.textContent).toBe('unplugged');
  });

  it('reports an unknown flow', () => {
    open('#/elsewhere');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('No such flow');
  });
});

it('on a phone a chart opens without groups that would be too narrow to read', () => {
  const nested = (depth: number): object =>
    depth === 0
      ? {}
      : { initial: 'inner', states: { inner: { ...nested(depth - 1), on: { go: 'after' } }, after: {} } };
  const { story: _, ...flow } = overlay;
  const machine = createMachine({
    id: 'loadingOverlay',
    initial: 'hidden',
    states: { hidden: { on: { 'work.started': 'outer' } }, outer: nested(4) },
  });
  const depthAt = (width: number) => {
    vi.stubGlobal('innerWidth', width);
    window.location.hash = '#/loading-overlay';
    const { container, unmount } = render(<Viewer data={{ ...data, catalogue: [{ ...flow, machine }] }} />);
    const all = [...container.querySelectorAll('[data-state]')].map((one) => one.getAttribute('data-state')!);
    unmount();
    return Math.max(...all.map((id) => id.split('.').length));
  };
  const [phone, wide] = [depthAt(375), depthAt(1024)];
  expect(wide).toBe(6);
  expect(phone).toBeLessThan(wide);
});

describe('search and navigation', () => {
  const search = () => screen.getByRole<HTMLInputElement>('searchbox');

  it('the search is in the address, / focuses it, and Enter opens the first result', () => {
    open('#/?search=waits');
    expect(search().value).toBe('waits');
    fireEvent.change(search(), { target: { value: 'after 150 ms' } });
    expect(window.location.hash).toBe('#/?search=after+150+ms');
    search().blur();
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(search());
    fireEvent.keyDown(search(), { key: 'Enter' });
    expect(window.location.hash).toBe('#/loading-overlay/waiting');
  });

  it('a flow whose name has the typed word comes before one whose name only has its stem', () => {
    const recaps = ['recap-notice', 'recap-collection'].map(flowNamed);
    window.location.hash = '#/?search=recaps';
    render(<Viewer data={{ ...data, catalogue: recaps, flows: {} }} />);
    const [first, second] = within(screen.getByRole('list', { name: 'Found' })).getAllByRole('link');
    expect(first!.getAttribute('href')).toBe('#/recap-collection');
    expect(second!.getAttribute('href')).toBe('#/recap-notice');
  });

  it('shows a found rule expanded and marked, a requirement with its text', () => {
    const rule = overlay.invariants![0]!.name;
    open(`#/loading-overlay?show=${encodeURIComponent(rule)}`);
    expect(screen.getByText(new RegExp(rule, 'i')).tagName).toBe('MARK');
    expect(screen.getByText(/^Rules that are always true/).closest('details')!.open).toBe(true);
    arrive('#/loading-overlay?show=R4.18');
    expect(screen.getByText('R4.18: The overlay waits for 150 ms.').tagName).toBe('MARK');
  });

  it('has a skip link', () => {
    open('#/loading-overlay');
    fireEvent.click(screen.getByRole('link', { name: 'Skip to what can be done' }));
    expect(document.activeElement).toBe(screen.getByRole('complementary'));
    expect(window.location.hash).toBe('#/loading-overlay');
  });

  it('reports an unknown state', () => {
    open('#/loading-overlay/nowhere');
    expect(screen.getByRole('alert').textContent).toBe('There is no state “nowhere” in this flow.');
  });

  it('on a narrow screen a state scrolls to its explanation below the chart', () => {
    const shown: Element[] = [];
    const boxes = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      return new DOMRect(0, this.matches('aside') ? 900 : 100, 375, 700);
    });
    Element.prototype.scrollIntoView = function scrollIntoView() {
      shown.push(this);
    };
    open('#/loading-overlay/waiting');
    expect(shown).toEqual([screen.getByRole('complementary')]);
    boxes.mockRestore();
  });

  it('begins the explanation of another state at its top, below the chart or beside it', () => {
    const shown: Element[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView() {
      shown.push(this);
    };
    open('#/loading-overlay/waiting');
    const explanation = panel().getByRole('tabpanel');
    explanation.scrollTop = 300;
    const boxes = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      return new DOMRect(0, this.matches('aside') ? -500 : -1300, 375, 700);
    });
    arrive('#/loading-overlay/visible');
    expect(explanation.scrollTop).toBe(0);
    expect(shown).toEqual([screen.getByRole('complementary')]);
    boxes.mockRestore();
  });
});

describe('figures', () => {
  const tested = (...figures: Figure[]) =>
    testedWords([{ label: 'Machine level', value: '100 %' }, ...figures]);

  it.each([
    [
      [
        { label: 'Screen (React)', value: '100 %' },
        { label: 'Browser', value: '95.1 %', reason: 'two are elsewhere' },
      ],
      'chart 100 %, screen 100 %, browser 95.1 %',
    ],
    [
      [{ label: 'Screen (React)', value: '–', reason: 'it has none' }],
      'chart 100 %; not tested on a screen: it has none',
    ],
    [
      [{ label: 'Screen (React)', value: '90 %' }],
      'chart 100 %, screen 90 %, not tested in a browser: no run has been reported',
    ],
  ])('%j', (figures, words) => {
    expect(tested(...figures)).toBe(words);
  });
});

describe('one flow', () => {
  it('tries out an event, the clock to a millisecond before and on, and back', async () => {
    const container = open('#/loading-overlay');
    expect(now()).toBe('Hidden');
    click(/^Work starts/);
    expect(now()).toBe('Waiting');
    expect(panel().getByText('150 ms').parentElement!.textContent).toMatch(/^In 150 ms → Visible/);
    click('Until 1 ms before');
    expect(now()).toBe('Waiting');
    click(/^Wait 1 ms/);
    expect(now()).toMatch(/^Visible/);
    expect(screen.getByText('Clock: after 150 ms')).toBeDefined();
    await expectAccessible(container);
    click('Undo');
    expect(now()).toBe('Waiting');
    click('Redo');
    expect(now()).toMatch(/^Visible/);
    click('Start over');
    expect(now()).toBe('Hidden');
  });

  it('if the clicked button is gone, the focus moves to the current state', () => {
    open('#/loading-overlay');
    screen.getByRole('button', { name: /^Work starts/ }).focus();
    click(/^Work starts/);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Now' }));
  });

  it('advances by any time, and rejects nonsense', () => {
    open('#/loading-overlay');
    click(/^Work starts/);
    fireEvent.change(screen.getByLabelText('Let time pass'), { target: { value: 'soon' } });
    expect(screen.getByRole('button', { name: 'Wait' }).hasAttribute('disabled')).toBe(true);
    fireEvent.change(screen.getByLabelText('Let time pass'), { target: { value: '2' } });
    click('Wait');
    expect(now()).toMatch(/^Visible/);
    expect(screen.getByText('Clock: after 2 seconds')).toBeDefined();
  });

  it('plays a generated path step by step and by itself, with its coverage', () => {
    vi.useFakeTimers();
    try {
      open('#/loading-overlay');
      openTab('Paths');
      fireEvent.change(screen.getByRole('combobox', { name: 'Path' }), {
        target: { value: data.flows['loading-overlay']!.tours[0]!.id },
      });
      const steps = data.flows['loading-overlay']!.tours[0]!.steps.length;
      click('Step');
      expect(panel().getByText(`Step 1 of ${steps}`, { exact: false })).toBeDefined();
      click('Play');
      for (let step = 1; step < steps; step += 1) {
        act(() => {
          vi.advanceTimersByTime(1000);
        });
      }
      const total = analyseFlow(overlay).transitions.length;
      expect(
        panel().getByText(`Step ${steps} of ${steps}; ${total} of ${total} transitions taken so far.`),
      ).toBeDefined();
      click(/^(\d+) of \1 taken$/);
      expect(document.querySelectorAll('.arrow.is-uncovered:not(.arrow-initial)')).toHaveLength(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('finds paths by their events', () => {
    open('#/sign-in');
    openTab('Paths');
    const shown = () => within(screen.getByRole('combobox', { name: 'Path' })).getAllByRole('option').length;
    const all = shown();
    fireEvent.change(panel().getByRole('searchbox'), { target: { value: 'wrong password' } });
    expect(shown()).toBeLessThan(all);
    expect(panel().getByText(new RegExp(`^${shown() - 1} of ${all - 1} paths$`))).toBeDefined();
  });

  it('an address opens a state; its numbers, sentences and table are readable', async () => {
    const container = open('#/loading-overlay/waiting');
    expect(now()).toContain('Waiting');
    expect(panel().getByText(/^After 150 ms → Visible/)).toBeDefined();
    expect(screen.getByText('R4.18: The overlay waits for 150 ms.')).toBeDefined();
    openTab('Table');
    expect(screen.getAllByRole('row')).toHaveLength(1 + analyseFlow(overlay).transitions.length);
    await expectAccessible(container);
    arrive('#/loading-overlay/hidden');
    expect(now()).toContain('Hidden');
    arrive('#/sign-in');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(signIn.title);
  });

  it('leads to its main way, which is the smoke script', () => {
    open('#/loading-overlay');
    const link = screen.getByRole('link', { name: 'Main way, step by step' });
    arrive(link.getAttribute('href')!);
    expect(panel().getByText(/^Step 0 of 4/)).toBeDefined();
    expect(panel().getByRole('combobox', { name: 'Path' }).textContent).toContain('Smoke test');
  });

  it('the chart is a group of buttons: arrow keys move, Enter selects and Space opens', () => {
    open('#/loading-overlay');
    const chart = screen.getByRole('group', { name: /^Chart of/ });
    const box = (id: string) => chart.querySelector<SVGGElement>(`[data-state="loadingOverlay.${id}"]`)!;
    box('hidden').focus();
    fireEvent.keyDown(box('hidden'), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(box('waiting'));
    fireEvent.keyDown(box('waiting'), { key: 'Enter' });
    expect(window.location.hash).toBe('#/loading-overlay/waiting');
    expect(box('hidden').getAttribute('class')).toContain('is-active');
    const before = screen.getByRole('status', { name: 'Zoom' }).textContent;
    fireEvent.keyDown(chart, { key: '+' });
    expect(screen.getByRole('status', { name: 'Zoom' }).textContent).not.toBe(before);
    fireEvent.keyDown(box('visible'), { key: ' ' });
    expect(box('visible.work')).toBeNull();
    click('Open groups');
    expect(box('visible.work')).not.toBeNull();
  });

  it('a sentence that is pointed at or pressed has its own line marked among all', () => {
    const { container } = render(<Viewer data={data} />);
    arrive('#/sign-in');
    click('All lines');
    const asked = () => container.querySelectorAll('.stub-lines .is-asked').length;
    const all = container.querySelectorAll('.stub-lines path').length;
    expect([asked(), all > 1]).toEqual([0, true]);
    const sentence = [...container.querySelectorAll('[data-sentence]')].find((row) => {
      fireEvent.pointerOver(row);
      return asked() > 0;
    })!;
    expect(asked()).toBeLessThan(all);
    const box = sentence.closest('.box')!;
    fireEvent.pointerLeave(box);
    expect(asked()).toBe(0);
    fireEvent.click(sentence);
    expect(asked()).toBeGreaterThan(0);
    expect(asked()).toBeLessThan(container.querySelectorAll('.stub-lines path').length);
    fireEvent.click(box);
    expect(asked()).toBe(0);
  });

  it('compares an older version, and lists and marks additions and removals', async () => {
    open('#/loading-overlay');
    openTab('Compare');
    const text = readFileSync('docs/flows/loading-overlay.json', 'utf8').replace(
      '"appearanceDelay":150',
      '"appearanceDelay":100',
    );
    const choose = (content: string) =>
      fireEvent.change(screen.getByLabelText('File of the older version'), {
        target: { files: [{ text: async () => content }] },
      });
    choose(text);
    expect(await screen.findByText('Changed (2)')).toBeDefined();
    expect(screen.getByText('Delay “appearance delay”')).toBeDefined();
    choose('{');
    expect((await screen.findByRole('alert')).textContent).toBe('This file is not JSON.');
  });

  it('lists earlier versions, and says whether the approved one is current', async () => {
    const text = readFileSync('docs/flows/loading-overlay.json', 'utf8');
    const structure = (delay: number): ChartStructure =>
      JSON.parse(text.replace('"appearanceDelay":150', `"appearanceDelay":${delay}`));
    const version = (id: string, delay: number, more: Partial<FlowVersion> = {}): FlowVersion => ({
      id,
      date: '2026-11-20',
      title: `waits ${delay} ms`,
      hash: `hash ${delay}`,
      structure: structure(delay),
      ...more,
    });
    const approval = { flow: overlay.name, by: 'Mira', on: '2026-11-21', note: 'Short enough.' };
    const approved = (hash: string): ViewerData => ({
      ...data,
      flows: {
        ...data.flows,
        [overlay.name]: {
          ...data.flows[overlay.name]!,
          version: 'hash 150',
          approvals: [{ ...approval, version: hash }],
        },
      },
      versions: {
        [overlay.name]: async () => [
          version('c3', 150),
          version('b2', 120, { release: '1.0' }),
          version('a1', 100),
        ],
      },
    });
    window.location.hash = '#/loading-overlay';
    const { rerender } = render(<Viewer data={approved('hash 100')} />);
    openTab('Compare');
    expect(
      screen.getByText(/^The chart has changed since Mira approved it on 21 November 2026/),
    ).toBeDefined();
    const from = await screen.findByLabelText<HTMLSelectElement>('Earlier version');
    expect([...from.options].map(({ textContent }) => textContent)).toEqual([
      'Choose a version…',
      'Release 1.0, 20 November 2026',
      '20 November 2026: waits 100 ms (a1)',
    ]);
    click('Show what changed');
    expect(screen.getByText('100 ms → 150 ms')).toBeDefined();
    fireEvent.change(screen.getByLabelText('Compared with'), { target: { value: '1.0' } });
    expect(screen.getByText('100 ms → 120 ms')).toBeDefined();
    expect(document.querySelector('.is-differing')).toBeNull();
    rerender(<Viewer data={approved('hash 150')} />);
    expect(screen.getByText(/^Mira approved this chart .* It has not changed since\.$/)).toBeDefined();
    expect(screen.getByText('“Short enough.”')).toBeDefined();
  });

  it('Escape closes the full window', () => {
    open('#/loading-overlay');
    click('Full window');
    const main = screen.getByRole('main');
    expect(main.className).toContain('is-large');
    fireEvent.keyDown(main, { key: 'Escape' });
    expect(main.className).not.toContain('is-large');
  });
});
