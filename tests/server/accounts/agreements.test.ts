import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agreement } from '#contract/agreements.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const terms: Agreement = { name: 'Terms of Service', version: '1', change_description: 'The first version.' };
const privacy: Agreement = {
  name: 'Privacy Policy',
  version: '4',
  change_description: 'We keep audio for 20 days.',
};
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ overrides: { agreements: [terms, privacy] } });
});
afterAll(() => server.close());

const pending = async (user: TestUser) => (await user.call('GET', '/agreements')).json();
const accept = async (user: TestUser, { name, version }: Pick<Agreement, 'name' | 'version'>) =>
  user.call('POST', '/accept_agreement', { agreement_name: name, agreement_version: version });
const isAccepted = async (user: TestUser) =>
  ((await (await user.call('GET', '/check-session')).json()) as { agreementsAccepted: boolean })
    .agreementsAccepted;

describe('agreements', () => {
  it('[R3.6][R7.5][R7.6] are listed until each is accepted', async () => {
    const user = await server.signIn();
    expect(await pending(user)).toEqual([terms, privacy]);
    expect(await isAccepted(user)).toBe(false);
    expect((await accept(user, terms)).status).toBe(204);
    expect(await pending(user)).toEqual([privacy]);
    expect(await isAccepted(user)).toBe(false);
    expect((await accept(user, privacy)).status).toBe(204);
    expect((await accept(user, privacy)).status).toBe(204);
    expect(await pending(user)).toEqual([]);
    expect(await isAccepted(user)).toBe(true);
  });

  it('[R4.20] are asked for again when a version increases, with the changes', async () => {
    const user = await server.signIn();
    for (const agreement of [terms, privacy]) await accept(user, agreement);
    const risen = { ...terms, version: '2', change_description: 'Refunds within 14 days.' };
    const next = await createTestServer({
      database: server.database,
      overrides: { agreements: [risen, privacy] },
    });
    const claims = { sub: crypto.randomUUID() };
    const again = await next.signIn(claims);
    for (const agreement of [terms, privacy]) {
      const answer = await accept(again, agreement);
      expect(answer.status).toBe(agreement === terms ? 409 : 204);
    }
    expect(await pending(again)).toEqual([risen]);
    expect(await isAccepted(again)).toBe(false);
    await next.close();
  });

  it('rejects unknown agreements and anonymous callers', async () => {
    const user = await server.signIn();
    expect((await accept(user, { name: 'Pact with the fey', version: '1' })).status).toBe(404);
    expect((await server.call('GET', '/agreements')).status).toBe(401);
  });

  it('only count for the user who accepted them', async () => {
    const [user, other] = [await server.signIn(), await server.signIn()];
    await accept(user, terms);
    expect(await pending(other)).toEqual([terms, privacy]);
  });
});
