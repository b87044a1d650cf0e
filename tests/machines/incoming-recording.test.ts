import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { incomingRecordingMachine } from '#machines/incoming-recording/incoming-recording.machine.ts';
import type { Incoming, IncomingPlace } from '#machines/incoming-recording/incoming-recording.setup.ts';

const incoming = { key: '1', names: ['evening.m4a'], sizeBytes: 9000, isAudio: true, intended: null };
const bell: IncomingPlace = { campaignId: null, campaignTitle: 'The Quiet Bell', sessionId: null };

/** @param failures which of the requests fail, one after the other */
async function offered(failures: readonly string[]) {
  const left = [...failures];
  const made: string[] = [];
  const unless = (name: string) => {
    if (left[0] === name) throw left.shift();
  };
  const actor = createActor(
    incomingRecordingMachine.provide({
      actors: {
        findIncoming: fromPromise(async (): Promise<Incoming | null> => incoming),
        createCampaign: fromPromise(async ({ input: { title } }) => {
          made.push(title);
          return { campaignId: `campaign ${made.length}` };
        }),
        createSession: fromPromise(async ({ input: { campaignId } }) => {
          unless('session');
          made.push(`session of ${campaignId}`);
          return { sessionId: `session ${made.length}` };
        }),
        takeFile: fromPromise(async () => {
          unless('file');
          return { key: 'file', name: 'evening.m4a', sizeBytes: 9000 };
        }),
        upload: fromCallback(() => {}),
      },
      actions: { forgetAddress: () => {}, showSession: () => {} },
    }),
  ).start();
  actor.send({ type: 'user.arrived', problem: null });
  const at = (state: 'offered' | 'handedOver') => waitFor(actor, ({ value }) => value === state);
  await at('offered');
  return {
    made,
    choose: async (place: IncomingPlace, then: 'offered' | 'handedOver') => {
      actor.send({ type: 'place.chosen', place });
      return (await at(then)).context.place;
    },
  };
}

it('uses the campaign and the session again that a failed try has created', async () => {
  const { made, choose } = await offered(['session', 'file']);
  await choose(bell, 'offered');
  expect(made).toEqual(['The Quiet Bell']);
  await choose({ campaignId: 'campaign 1', campaignTitle: '', sessionId: null }, 'offered');
  const place = await choose(bell, 'handedOver');
  expect(made).toEqual(['The Quiet Bell', 'session of campaign 1']);
  expect(place).toEqual({ ...bell, campaignId: 'campaign 1', sessionId: 'session 2' });
});

it('creates another campaign if it has another title, and none for a session that was there', async () => {
  const { made, choose } = await offered(['session', 'file']);
  await choose(bell, 'offered');
  await choose({ campaignId: 'old', campaignTitle: '', sessionId: 'empty' }, 'offered');
  await choose({ ...bell, campaignTitle: 'The ferry' }, 'handedOver');
  expect(made).toEqual(['The Quiet Bell', 'The ferry', 'session of campaign 2']);
});
