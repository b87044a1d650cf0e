import { act, cleanup, render } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor, SimulatedClock, setup } from 'xstate';
import { analyseFlow } from '#flows/analysis.ts';
import type { Flow } from '#flows/flow.ts';
import type { FlowScreen } from '#tests/support/screens/screen.ts';
import { unusedIn, walkPath } from '#tests/support/screens/walk-path.ts';
import { watchFlow } from './controlled-actors.ts';
import { casesOf } from './run-flow.ts';
import { testingLibraryDriver } from './testing-library-driver.ts';

const lampOf = (milliseconds: number) =>
  setup({
    types: {} as { events: { type: 'press' } },
    delays: { burningTime: milliseconds },
  }).createMachine({
    id: 'lamp',
    initial: 'dark',
    states: { dark: { on: { press: 'lit' } }, lit: { after: { burningTime: 'dark' } } },
  });
const lamp = lampOf(5000);

const flow: Flow = {
  name: 'lamp',
  title: 'Lamp',
  paragraph: '',
  requirements: [],
  machine: lamp,
  scenarios: [{ name: 'hung up' }],
  events: { press: [{ name: 'somebody presses', event: { type: 'press' } }] },
  outcomes: {},
};

const screenOfLamp: FlowScreen = {
  flow: 'lamp',
  begin: 'Stand before it.',
  address: '/',
  gestures: { press: { control: { role: 'button', name: 'Light' } } },
  promises: [
    { in: 'lit', sees: () => [{ role: 'status', text: 'It is bright' }] },
    { in: 'dark', doesNotSee: [{ role: 'status', text: 'It is bright' }] },
  ],
};

interface Faults {
  ignoresPress?: boolean;
  alwaysOffers?: boolean;
  saysNothing?: boolean;
}

function Lamp({ actor, faults }: { actor: ActorRefFrom<typeof lamp>; faults: Faults }) {
  const isLit = useSelector(actor, (snapshot) => snapshot.matches('lit'));
  return (
    <>
      {isLit && !faults.saysNothing ? <p role="status">It is bright</p> : null}
      <button
        type="button"
        disabled={isLit && !faults.alwaysOffers}
        onClick={() => {
          if (!faults.ignoresPress) actor.send({ type: 'press' });
        }}
      >
        Light
      </button>
    </>
  );
}

async function walkLamp(faults: Faults, machine = lamp) {
  const clock = new SimulatedClock();
  const watch = watchFlow('lamp');
  const actor = createActor(machine, { clock, inspect: watch.inspect }).start();
  render(<Lamp actor={actor} faults={faults} />);
  const [tour] = analyseFlow(flow).tours;
  const walk = await walkPath(tour!, casesOf(flow), screenOfLamp, {
    driver: testingLibraryDriver,
    send: (event) => act(async () => actor.send(event as never)),
    answer: async () => {},
    wait: (milliseconds) => act(async () => clock.increment(milliseconds)),
    taken: async () => watch.takeIds(),
  });
  cleanup();
  return walk;
}

describe('a walk over a page', () => {
  it('takes every transition of a correct page', async () => {
    const { taken, problems } = await walkLamp({});
    expect(problems).toEqual([]);
    expect(new Set(taken)).toEqual(new Set(analyseFlow(flow).transitions.map(({ id }) => id)));
  });

  it('reports the transition that a page misses because it ignores the event', async () => {
    const { problems } = await walkLamp({ ignoresPress: true });
    expect(problems).toEqual([
      'step 1 (press: somebody presses): took nothing instead of lamp.dark --press#0--> lamp.lit',
    ]);
  });

  it('reports a gesture that a page offers without effect', async () => {
    const { problems } = await walkLamp({ alwaysOffers: true });
    expect(problems).toEqual([
      'step 1 (press: somebody presses): press (somebody presses) would not be taken, but the button "Light" is offered',
    ]);
  });

  it('reports what a page does not show', async () => {
    const { problems } = await walkLamp({ saysNothing: true });
    expect(problems).toEqual([
      'step 1 (press: somebody presses): lit does not show the status "It is bright"',
    ]);
  });

  it.each([
    ['early', 4999, 'step 2 (wait): took lamp.lit --after(burningTime)#0--> lamp.dark one millisecond early'],
    ['late', 5001, 'step 2 (wait): took nothing instead of lamp.lit --after(burningTime)#0--> lamp.dark'],
  ])('reports a delay that ends too %s', async (_, milliseconds, problem) => {
    const { problems } = await walkLamp({}, lampOf(milliseconds) as typeof lamp);
    expect(problems[0]).toBe(problem);
  });

  it('reports a gesture that no path makes and an unnecessary excuse', async () => {
    const walk = await walkLamp({});
    const excuse = { event: 'press', in: 'lit', reason: 'it is bright already' };
    expect(unusedIn({ ...screenOfLamp, notOffered: [excuse] }, [walk])).toEqual([
      'the excuse for press in lit was never needed',
    ]);
    expect(unusedIn(screenOfLamp, [])).toEqual(['the gesture of press was never made']);
  });
});
