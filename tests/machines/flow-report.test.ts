import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, enqueueActions, fromPromise, setup } from 'xstate';
import type { FlowStep } from '#contract/feedback.ts';
import { chartStructure } from '#flows/diff/structure.ts';
import type { Flow } from '#flows/flow.ts';
import { exploreModel } from '#flows/model-graph.ts';
import { fixedSteps, followReport, pathOfFixed, stepsByActor } from '#flows/report.ts';
import { feedbackSetup } from '#machines/feedback/feedback.setup.ts';
import { catalogue } from '#machines/index.ts';
import { replayed } from '../../src/setup/replay-report.ts';

const step = (event: string, from: string, to: string, more: Partial<FlowStep> = {}): FlowStep => ({
  flow: 'feedback',
  actor: 'x:4',
  event,
  from: from ? [from] : [],
  to: [to],
  times: 1,
  ...more,
});

const opened = [
  step('xstate.init', '', 'closed'),
  step('feedback.opened', 'closed', 'open.editing'),
  step('draft.changed', 'open.editing', 'open.editing', { times: 12 }),
];
const sent = [
  ...opened,
  step('feedback.submitted', 'open.editing', 'open.sending'),
  step('xstate.error.actor.sendFeedback', 'open.sending', 'open.failed', { code: 'network' }),
  step('feedback.submitted', 'open.failed', 'open.sending'),
  step('xstate.done.actor.sendFeedback', 'open.sending', 'open.thanked'),
  step('xstate.after.thanksDisplay.feedback.open.thanked', 'open.thanked', 'closed'),
];
const graph = exploreModel(catalogue.find(({ name }) => name === 'feedback')!);

describe('a report followed on its chart', () => {
  it('agrees where the app did what the chart says, also from the middle on', () => {
    for (const steps of [sent, sent.slice(4), opened])
      expect(followReport(graph, steps)?.parting, String(steps.length)).toBeUndefined();
  });

  it('takes an event that changes nothing', () => {
    const steps = [...opened, step('unheard.of', 'open.editing', 'open.editing')];
    expect(followReport(graph, steps)?.parting).toBeUndefined();
  });

  it('parts at the first step that the chart does not have, with the words of both', () => {
    const steps = [...opened.slice(0, 2), step('feedback.submitted', 'open.editing', 'open.thanked')];
    const { path, parting } = followReport(graph, steps)!;
    expect(parting).toMatchObject({ at: 3, expected: [['open.sending'], ['open.commentMissing']] });
    expect(path.edges.map(({ event }) => event.name)).toEqual([
      'the user opens the form',
      'the user sends the form',
    ]);
    const gone = followReport(graph, [...sent.slice(0, 4), step('draft.changed', 'open.sending', 'closed')])!;
    expect(gone.parting).toMatchObject({ at: 5, expected: [] });
  });

  it('takes a failure by its code, also where the flow treats several alike', () => {
    const editing = exploreModel(catalogue.find(({ name }) => name === 'transcript-editing')!);
    const ended = (code: string, to: string) => {
      const own = (event: string, from: string, next: string, more: Partial<FlowStep> = {}) =>
        step(event, from, next, { flow: 'transcriptEditing', ...more });
      return followReport(editing, [
        own('xstate.init', '', 'closed.quiet'),
        own('line.opened', 'closed.quiet', 'open.writing'),
        own('line.deleted', 'open.writing', 'saving'),
        own('xstate.error.actor.changeLines', 'saving', to, { code }),
      ])!;
    };
    expect(ended('lineChanged', 'open.conflict').parting).toBeUndefined();
    expect(ended('analysisRunning', 'open.failed').parting).toBeUndefined();
    expect(ended('analysisRunning', 'open.conflict').parting?.expected).toEqual([['open.failed']]);
    expect(ended('network', 'open.failed').path.edges.at(-1)!.event.name).toBe(
      'the server cannot be reached',
    );
    expect(ended('unheardOf', 'open.conflict').parting).toBeUndefined();
  });

  it('tells every case of a success by which the reported states may have come', () => {
    const own = (event: string, from: string, to: string) => step(event, from, to, { flow: 'recapNotice' });
    const asked = [own('xstate.init', '', 'absent'), own('user.arrived', 'absent', 'asking')];
    const done = (to: string) => own('xstate.done.actor.takeRecaps', 'asking', to);
    const notice = exploreModel(catalogue.find(({ name }) => name === 'recap-notice')!);
    expect(
      followReport(notice, [...asked, done('waiting')])!
        .meant.get(1)!
        .map(({ name }) => name),
    ).toEqual(['a session has its recap', 'there is none']);
    const { lines, files } = replayed({ feedbackId: '0', steps: [...asked, done('absent')] }, () => true);
    expect(lines[0]).toContain(
      '“take recaps is done: A session has its recap (or: There is none)”: the chart leads to Waiting; the report says Absent.',
    );
    expect(files[0]!.content).toContain(
      '2. System: A session has its recap (or: There is none). → **Waiting.**',
    );
  });

  /** Asked for a number, it ticks before the time that the number gives is over. */
  const asking = (numbers: readonly number[]) => {
    const machine = setup({
      types: {} as { events: { type: 'tick' } | { type: 'numbered'; output: number } },
      actors: { ask: fromPromise(async () => 1) },
      delays: { long: ({ event }) => ('output' in event ? event.output * 10 : 0) },
    }).createMachine({
      id: 'asking',
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            id: 'ask',
            src: 'ask',
            onDone: {
              target: 'resting',
              actions: enqueueActions(({ enqueue, event: { output } }) => {
                enqueue.raise({ type: 'tick' }, { delay: output * 10 - 10, id: 'late' });
                if (output > 2) enqueue.raise({ type: 'tick' }, { delay: output * 10 - 20, id: 'early' });
              }),
            },
            onError: 'asking',
          },
        },
        resting: { after: { long: 'over' } },
        over: {},
      },
    });
    const outcomes = numbers.map((output) => ({ name: String(output), type: 'done' as const, output }));
    const flow = {
      name: 'asking',
      title: 'Asking',
      machine,
      scenarios: [{ name: 'Start', input: undefined }],
      events: {},
      outcomes: { ask: outcomes },
    };
    const own = (event: string, from: string, to: string) => step(event, from, to, { flow: 'asking' });
    return followReport(exploreModel(flow as unknown as Flow), [
      own('xstate.init', '', 'asking'),
      own('xstate.done.actor.ask', 'asking', 'resting'),
      own('xstate.after.long.asking.resting', 'resting', 'over'),
    ])!;
  };

  it('tells also what a longer way may have been that joins one already followed', () => {
    const { meant, isCut } = asking([2, 3]);
    expect(meant.get(0)!.map(({ name }) => name)).toEqual(['2', '3']);
    expect(isCut).toBe(false);
  });

  it('says when there were too many ways to tell all', () => {
    expect(asking(Array.from({ length: 301 }, (_, index) => index + 2)).isCut).toBe(true);
  });

  it('is undefined for a state that the chart does not have', () => {
    expect(followReport(graph, [step('feedback.opened', 'ajar', 'open.editing')])).toBeUndefined();
  });

  it('keeps two of the same flow apart', () => {
    const other = opened.map((one) => ({ ...one, actor: 'x:9' }));
    const mixed = opened.flatMap((one, index) => [one, other[index]!]);
    expect(stepsByActor(mixed)).toEqual([opened, other]);
  });

  it('becomes a script, a failing test and an address of the viewer', () => {
    const steps = [...opened.slice(0, 2), step('feedback.submitted', 'open.editing', 'open.thanked')];
    const { lines, files } = replayed(
      { feedbackId: '01900000-0000-7000-8000-0000abcdef12', steps },
      () => true,
    );
    expect(lines[0]).toBe(
      'Feedback, step 3: in Open › Editing, “feedback submitted”: the chart leads to Open › Sending, or ' +
        'Open › Comment missing; the report says Open › Thanked.\n  In the viewer: /flows#/feedback?start=page+opened' +
        '&did=feedback.opened%3A+the+user+opens+the+form&did=feedback.submitted%3A+the+user+sends+the+form',
    );
    expect(files.map(({ path }) => path)).toEqual([
      'replays/feedback-abcdef12.md',
      'tests/web/paths/reported-feedback-abcdef12.test.tsx',
    ]);
    expect(files[0]!.content).toContain(
      '2. The user sends the form (or: The user sends only whitespace). → **Open › Sending.**',
    );
    expect(files[1]!.content).toContain('["feedback.submitted: the user sends the form", "open.sending"]');
    const alike = replayed({ feedbackId: '0', steps: opened }, () => true);
    expect([alike.files, alike.lines.slice(0, 1), alike.lines.slice(2)]).toEqual([
      [],
      ['Feedback: 3 steps, all as in the chart, with “The user opens the form” last, in Open › Editing.'],
      [expect.stringContaining('No flow parts from its chart')],
    ]);
    expect(alike.lines[1]).toMatch(/^ {2}In the viewer: \/flows#\/feedback\?.*the\+user\+opens\+the\+form$/);
  });

  it('never becomes code of the test', () => {
    const steps = [...opened.slice(0, 2), step('feedback.submitted', 'open.editing', 'open.thanked')];
    const hostile = `1 */ console.log("it ran"); /*\n`;
    const { files } = replayed({ feedbackId: hostile, steps }, () => true);
    const [before, after, ...more] = files[1]!.content.split(JSON.stringify(hostile).slice(1, -1));
    expect(before).toMatch(/^ {2}expect\(problems, "Feedback $/m);
    expect(after).toMatch(/^\. Feedback, step 3: .*"\)\.toEqual\(\[\]\);$/m);
    expect([`${before}${after}`.includes('it ran'), more]).toEqual([false, []]);
  });

  it('finds a fault in the machine itself, because the approved chart says what should have come', () => {
    const flow = catalogue.find(({ name }) => name === 'feedback')!;
    const { config } = flow.machine;
    const sending = config.states!.open!.states!.sending!;
    const { invoke } = sending as { invoke: { onDone: object } };
    const broken: typeof flow = {
      ...flow,
      machine: feedbackSetup.createMachine({
        ...config,
        states: {
          ...config.states,
          open: {
            ...config.states!.open,
            states: {
              ...config.states!.open!.states,
              sending: { ...sending, invoke: { ...invoke, onDone: { ...invoke.onDone, target: 'editing' } } },
            },
          },
        },
      } as never) as unknown as AnyStateMachine,
    };
    const steps = [
      ...opened,
      step('feedback.submitted', 'open.editing', 'open.sending'),
      step('xstate.done.actor.sendFeedback', 'open.sending', 'open.editing'),
    ];
    const entry = { feedbackId: '01900000-0000-7000-8000-0000abcdef12', steps };
    expect(replayed(entry, () => true, undefined, [broken]).files).toEqual([]);
    const { lines, files } = replayed(
      entry,
      () => true,
      () => ({ what: 'approved', structure: chartStructure(flow) }),
      [broken],
    );
    expect(lines[0]).toContain(
      'the approved chart leads to Open › Thanked; the report and the machine go to',
    );
    const test = files[1]!.content;
    const written = JSON.parse(/\[\n(?:.*\],\n)+ {2}\]/.exec(test)![0].replace(/,\n {2}\]$/, ']'));
    expect(written.at(-1).slice(1)).toEqual(['open.thanked']);
    const scenario = graph.starts[0]!.scenario;
    expect(pathOfFixed(exploreModel(broken), scenario, written)).toMatch(
      /expected open\.thanked; the machine is in open\.editing$/,
    );
    const committed = () => ({ what: 'committed', structure: chartStructure(flow) }) as const;
    expect(replayed(entry, () => true, committed, [broken]).lines[0]).toContain(
      'the committed chart leads to',
    );
    const right = pathOfFixed(graph, scenario, written);
    expect(typeof right === 'string' ? right : fixedSteps(right)).toEqual(written);
  });
});
