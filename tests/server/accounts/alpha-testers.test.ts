import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInSession } from '#contract/account.ts';
import { defaultPreferences } from '#contract/preferences.ts';
import { campaignKnowledge } from '#server/analyses/campaign-knowledge.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const operatorKey = 'the key of the data folder';
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ overrides: { operatorKey } });
});
afterAll(() => server.close());

const mark = (email: string, isAlphaTester: boolean, key?: string) =>
  server.call(
    'PUT',
    '/operator/alpha-testers',
    { email, isAlphaTester },
    key === undefined ? {} : { 'x-operator-key': key },
  );
const isTester = async (user: TestUser) =>
  ((await (await user.call('GET', '/check-session')).json()) as SignedInSession).isAlphaTester;

describe('alpha testers', () => {
  it('[R6.1] [R2.13] are added and removed by the operator, by address', async () => {
    const user = await server.signIn({ email: 'tester@example.org' });
    const other = await server.signIn({ email: 'other@example.org' });
    expect(await isTester(user)).toBe(false);
    const answer = await mark('Tester@Example.org', true, operatorKey);
    expect([answer.status, await answer.json()]).toEqual([200, { changed: 1 }]);
    expect([await isTester(user), await isTester(other)]).toEqual([true, false]);
    await mark('tester@example.org', false, operatorKey);
    expect(await isTester(user)).toBe(false);
    expect(await (await mark('nobody@example.org', true, operatorKey)).json()).toEqual({ changed: 0 });
  });

  it('[R6.1] cannot add themselves: 404 without the key', async () => {
    const user = await server.signIn({ email: 'curious@example.org' });
    for (const key of [undefined, '', 'another'])
      expect((await mark('curious@example.org', true, key)).status).toBe(404);
    expect(await isTester(user)).toBe(false);
  });
});

describe('the usual language', () => {
  it('[R3.4] is recognized if the campaign names none', async () => {
    const user = await server.signIn();
    const made = async (answer: Response) => ((await answer.json()) as { id: string }).id;
    const addSession = async (language: string | null) => {
      const campaign = await made(await user.call('POST', '/campaigns', { title: 'The bell', language }));
      return made(await user.call('POST', `/campaigns/${campaign}/sessions`, { title: 'First' }));
    };
    const [plain, french] = [await addSession(null), await addSession('fr')];
    const languageOf = async (id: string) => (await campaignKnowledge(server.database, id)).language;
    expect(await languageOf(plain)).toBeNull();
    await user.call('PUT', `/users/${user.userId}/preferences`, {
      ...defaultPreferences,
      default_language: 'de',
    });
    expect([await languageOf(plain), await languageOf(french)]).toEqual(['de', 'fr']);
  });
});
