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
    drop: () => actor.send({ type: 'upload.dropped' }),
    choose: async (place: IncomingPlace, then: 'offered' | 'handedOver') => {
      actor.send({ type: 'place.chosen', place });
      return (await at(then)).context.place;
    },
  };
}

it('leaves the campaign and the session that a failed try has created as the place for the next', async () => {
  const { made, choose } = await offered(['session', 'file']);
  const withCampaign = await choose(bell, 'offered');
  expect(withCampaign).toEqual({ ...bell, campaignId: 'campaign 1' });
  const withSession = await choose(withCampaign!, 'offered');
  expect(withSession).toEqual({ ...withCampaign, sessionId: 'session 2' });
  await choose(withSession!, 'handedOver');
  expect(made).toEqual(['The Quiet Bell', 'session of campaign 1']);
});

it.each(['upload', 'file'])(
  'never takes an earlier session for a new one after its %s failed',
  async (failed) => {
    const { made, choose, drop } = await offered([failed]);
    const place = { campaignId: 'old', campaignTitle: '', sessionId: null };
    await choose(place, failed === 'file' ? 'offered' : 'handedOver');
    drop();
    expect(await choose(place, 'handedOver')).toEqual({ ...place, sessionId: 'session 2' });
    expect(made).toEqual(['session of old', 'session of old']);
  },
);
