import { beforeEach, expect, it } from 'vitest';
import { type ActorRefFrom, createActor, SimulatedClock } from 'xstate';
import type { DetailLevel } from '#contract/common.ts';
import { analysisStartMachine } from '#machines/analysis-start/analysis-start.machine.ts';
import { selectAnalysisStartStep } from '#machines/analysis-start/analysis-start.selectors.ts';
import type { AnalysisStanding, HeldQuote } from '#machines/analysis-start/analysis-start.setup.ts';
import { quote, quotedSessionId as sessionId } from '#machines/analysis-start/example-quotes.ts';
import { minutes } from '#machines/kit/durations.ts';
import { implement } from '#machines/kit/implement.ts';
import { settle } from '#tests/support/settle.ts';

const queued: AnalysisStanding = {
  id: '01900000-0000-7000-8000-00000000a001',
  status: 'queued',
  progress: 0,
  etaSeconds: null,
  stageMessage: '',
  error: null,
};

let clock: SimulatedClock;
let actor: ActorRefFrom<typeof analysisStartMachine>;
let offered: HeldQuote;
let refusal: { code: string; message: string } | null;
let log: string[];
let begin: (detailLevel: DetailLevel | null) => typeof actor;

const step = () => selectAnalysisStartStep(actor.getSnapshot());

beforeEach(async () => {
  clock = new SimulatedClock();
  offered = quote;
  refusal = null;
  log = [];
  const machine = implement(analysisStartMachine, ({ promise }) => ({
    ...promise('quote', async () => {
      log.push('quote');
      return offered;
    }),
    ...promise('startAnalysis', async ({ input }) => {
      log.push(`start ${input.quoteId} ${input.detailLevel}`);
      if (refusal !== null) throw refusal;
      return queued;
    }),
  }));
  begin = (detailLevel) =>
    createActor(machine, { clock, input: { sessionId, detailLevel, canWait: false } }).start();
  actor = begin('brief');
  await settle();
});

it('[D2] shows the price and starts once with one click', async () => {
  expect(step()).toBe('quoted');
  actor.send({ type: 'start.confirmed' });
  actor.send({ type: 'start.confirmed' });
  await settle();
  expect(actor.getSnapshot().output).toEqual({ detailLevel: 'brief', started: queued, existingId: null });
  expect(log).toEqual(['quote', `start ${quote.id} brief`]);
});

it.each([
  { wish: null, payment: 'free', level: 'comprehensive' },
  { wish: null, payment: 'credits', level: 'brief' },
  { wish: 'brief', payment: 'free', level: 'brief' },
] as const)('[D3] with the wish $wish, paid by $payment: $level', async ({ wish, payment, level }) => {
  const levels = quote.levels.map((each) => ({ ...each, payment, affordable: true }));
  offered = { ...quote, writers: quote.writers.map((each) => ({ ...each, levels })) };
  actor = begin(wish);
  await settle();
  actor.send({ type: 'start.confirmed' });
  await settle();
  expect(log.at(-1)).toBe(`start ${quote.id} ${level}`);
});

it('[D1] cannot start if the balance does not cover the level', () => {
  actor.send({ type: 'level.chosen', detailLevel: 'comprehensive' });
  actor.send({ type: 'start.confirmed' });
  expect(step()).toBe('quoted');
  expect(log).toEqual(['quote']);
});

it('[D2] requests a new quote when the old one expires, each time after the lifetime that the server gave', async () => {
  offered = { ...quote, holdsFor: minutes(1) };
  clock.increment(minutes(15) - 1);
  expect(step()).toBe('quoted');
  clock.increment(1);
  expect(step()).toBe('quoting');
  await settle();
  clock.increment(minutes(1) - 1);
  expect(step()).toBe('quoted');
  clock.increment(1);
  expect(step()).toBe('quoting');
});

it('requests the price again if the session gets another recording', async () => {
  actor.send({ type: 'source.changed' });
  await settle();
  expect(log).toEqual(['quote', 'quote']);
});

it.each(['quoteChanged', 'insufficientCredits'])(
  'shows price and balance again, with the reason, after %s',
  async (code) => {
    refusal = { code, message: 'The price has changed.' };
    actor.send({ type: 'start.confirmed' });
    await settle();
    expect(step()).toBe('quoted');
    expect(actor.getSnapshot().context.failure?.code).toBe(code);
    expect(log.filter((entry) => entry === 'quote')).toHaveLength(2);
  },
);

it('sends the same terms again after a failed start, so that it charges once', async () => {
  refusal = { code: 'network', message: 'The server cannot be reached.' };
  actor.send({ type: 'start.confirmed' });
  await settle();
  expect(step()).toBe('stuck');
  refusal = null;
  actor.send({ type: 'retry' });
  await settle();
  expect(step()).toBe('ended');
  expect(log[1]).toBe(log[2]);
});

it('returns to the price after a failed start', async () => {
  refusal = { code: 'analysisRunning', message: 'An analysis of this session is already running.' };
  actor.send({ type: 'start.confirmed' });
  await settle();
  actor.send({ type: 'price.requested' });
  await settle();
  expect(step()).toBe('quoted');
  expect(actor.getSnapshot().context.failure).toBeNull();
});
