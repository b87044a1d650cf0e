import { describe, expect, it } from 'vitest';
import { catalogue } from '#machines/index.ts';
import { hasEffects, thrownCodes } from './thrown-codes.ts';

const withEffects = catalogue.filter(({ name }) => hasEffects(name));

describe('failures that effects throw', () => {
  it('are found in the code: their own, those of helpers, and those of calls', async () => {
    expect(withEffects.length).toBeGreaterThan(25);
    const codesOf = async (flow: string, actor: string) => (await thrownCodes(flow)).get(actor) ?? new Set();
    expect(await codesOf('account-deletion', '')).toContain('deletionUnknown');
    expect(await codesOf('account-deletion', 'deleteAccount')).toContain('identityUnavailable');
    expect(await codesOf('recording', '')).toContain('browserFull');
    expect(await codesOf('feedback', 'sendFeedback')).toContain('tooManyRequests');
  });

  it.each(withEffects.map((flow) => [flow.name, flow] as const))(
    'are outcomes of the flow %s, or declared to be like one of the same actor',
    async (name, flow) => {
      const undeclared: string[] = [];
      for (const [actor, codes] of await thrownCodes(name)) {
        const isKnown = actor in flow.outcomes;
        const outcomes = JSON.stringify(isKnown ? flow.outcomes[actor] : flow.outcomes);
        const alike = JSON.stringify((isKnown ? flow.alike?.[actor] : flow.alike) ?? {});
        for (const code of codes)
          if (!outcomes.includes(`"code":"${code}"`) && !alike.includes(`"${code}"`))
            undeclared.push(`${actor}: ${code}`);
      }
      expect(undeclared, 'Name each in `outcomes` or `alike` of the .flow.ts.').toEqual([]);
    },
  );

  it.each(catalogue.flatMap((flow) => (flow.alike === undefined ? [] : [[flow.name, flow] as const])))(
    'that are declared in the flow %s to be alike exist, each once',
    (_, { alike = {}, outcomes }) => {
      for (const [actor, byOutcome] of Object.entries(alike))
        for (const [outcome, codes] of Object.entries(byOutcome)) {
          const like = outcomes[actor]?.find(({ name }) => name === outcome);
          expect(['error', 'emits'], `${actor}: ${outcome}`).toContain(like?.type);
          expect(new Set(codes).size).toBe(codes.length);
        }
    },
  );
});
