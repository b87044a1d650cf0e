import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPreferences, type Preferences } from '#contract/preferences.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const path = (user: TestUser) => `/users/${user.userId}/preferences`;
const read = async (user: TestUser) => (await (await user.call('GET', path(user))).json()) as Preferences;
const put = async (user: TestUser, preferences: object) => user.call('PUT', path(user), preferences);

describe('preferences', () => {
  it('[R3.4][R7.7] are the defaults until they change', async () => {
    const user = await server.signIn();
    expect(await read(user)).toEqual({
      theme: 'system',
      revision_id: 0,
      version: 1,
      auto_copy_analysis_to_notes: true,
      default_language: null,
      default_detail_level: 'brief',
      show_alpha_features: true,
      mail_when_notes_ready: false,
      tour_seen: false,
      notes_writer: null,
    });
  });

  it('[R7.8] accept the whole object, and return the next revision', async () => {
    const user = await server.signIn();
    const changed = { ...defaultPreferences, theme: 'dark', default_language: 'de-AT' };
    const answer = await put(user, changed);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ ...changed, revision_id: 1 });
    const second = await put(user, { ...changed, revision_id: 1, theme: 'light' });
    expect(await second.json()).toMatchObject({ revision_id: 2, theme: 'light' });
    expect(await read(user)).toMatchObject({ revision_id: 2, theme: 'light', default_language: 'de-AT' });
  });

  it('[R7.14] of two devices that change the same revision, one gets the other’s change', async () => {
    const user = await server.signIn();
    for (const revision_id of [0, 1]) {
      const answers = await Promise.all(
        ['dark', 'light'].map((theme) => put(user, { ...defaultPreferences, revision_id, theme })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const refused = answers.find(({ status }) => status === 412)!;
      const { error } = await refused.json();
      expect(error?.code).toBe('staleRevision');
      expect(error?.details?.current).toEqual(await read(user));
      expect(error?.details?.current).toMatchObject({ revision_id: revision_id + 1 });
    }
  });

  it.each([
    ['a theme that there is not', { theme: 'sepia' }],
    ['a language that is none', { default_language: 'English, please' }],
    ['a revision below nothing', { revision_id: -1 }],
    ['a revision that is no number', { revision_id: '1' }],
    ['a level that there is not', { default_detail_level: 'epic' }],
  ])('reject %s', async (_, change) => {
    const user = await server.signIn();
    expect((await put(user, { ...defaultPreferences, ...change })).status).toBe(400);
    expect(await read(user)).toEqual(defaultPreferences);
  });

  it('[R7.14] continue from a browser’s higher revision if the server has lost its own', async () => {
    const user = await server.signIn();
    const kept = await put(user, { ...defaultPreferences, revision_id: 7, theme: 'dark' });
    expect([kept.status, await kept.json()]).toMatchObject([200, { revision_id: 8, theme: 'dark' }]);
    expect((await put(user, { ...defaultPreferences, revision_id: 7 })).status).toBe(412);
    expect((await put(user, { ...defaultPreferences, revision_id: 20 })).status).toBe(200);
    expect(await read(user)).toMatchObject({ revision_id: 21 });
  });

  it('are private to their user', async () => {
    const [user, other] = [await server.signIn(), await server.signIn()];
    expect((await other.call('GET', path(user))).status).toBe(404);
    expect((await other.call('PUT', path(user), defaultPreferences)).status).toBe(404);
    expect((await server.call('GET', path(user))).status).toBe(401);
    expect(await read(user)).toEqual(defaultPreferences);
  });
});
