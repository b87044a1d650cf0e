import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FeedbackEntry, readFeedback } from '#contract/feedback.ts';
import { callOf, readFeedbackArguments, reportFeedback } from '#server/commands/feedback-report.ts';
import { askServer } from '#server/commands/running-server.ts';
import { listen } from '#server/compose/listen.ts';
import { loadOperatorKey, readOperatorKey } from '#server/platform/operator-key.ts';
import { createSecretBox } from '#server/platform/secret-box.ts';
import { StartError } from '#server/platform/start-error.ts';
import { openTestDatabase, silentLog } from '#tests/support/database.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const operatorKey = 'of this data folder';
const words = {
  categories: ['bug', 'features'],
  comment: 'The lantern went out.',
  openToContact: true,
  referenceId: null,
  referenceType: null,
};
const oneStep = { flow: 'auth', actor: 'x:1', event: 'xstate.init', from: [], to: ['checking'], times: 1 };
const sessionId = '01900000-0000-7000-8000-00000000c001';

describe('feedback', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ overrides: { operatorKey } });
  });
  afterAll(() => server.close());

  const asOperator = async (query = '', key = operatorKey) =>
    server.call('GET', `/operator/feedback${query}`, undefined, { 'x-operator-key': key });
  const told = async (query = ''): Promise<FeedbackEntry[]> =>
    ((await (await asOperator(query)).json()) as { feedback: FeedbackEntry[] }).feedback;

  it('[R7.4] [R3.5] stores every field: 201, or 200 for the same text again within a day', async () => {
    const mira = await server.signIn({ email: 'mira@example.org' });
    const steps = [
      {
        flow: 'feedback',
        actor: 'x:4',
        event: 'feedback.opened',
        from: ['closed'],
        to: ['open.editing'],
        times: 1,
      },
    ];
    const about = {
      ...words,
      comment: '  Blank edges.  ',
      referenceId: sessionId,
      referenceType: 'session',
      steps,
    };
    const first = await mira.call('POST', '/feedback', about);
    const { feedbackId } = await first.json();
    expect(first.status).toBe(201);
    const again = await mira.call('POST', '/feedback', { ...about, categories: ['features', 'bug'] });
    expect([again.status, await again.json()]).toEqual([200, { feedbackId }]);
    const different = await mira.call('POST', '/feedback', { ...about, openToContact: false });
    expect(different.status).toBe(201);
    expect((await told()).find((entry) => entry.feedbackId === feedbackId)).toEqual({
      ...about,
      comment: 'Blank edges.',
      feedbackId,
      userEmail: 'mira@example.org',
      createdAt: server.clock.now().toISOString(),
    });
    server.clock.advance(86_400_001);
    expect((await mira.call('POST', '/feedback', about)).status).toBe(201);
  });

  it('[R7.4] stores two simultaneous copies once', async () => {
    const user = await server.signIn();
    const answers = await Promise.all([1, 2, 3].map(() => user.call('POST', '/feedback', words)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
  });

  it('[R6.6] rejects anonymous callers', async () => {
    const refused = await server.call('POST', '/feedback', words);
    expect([refused.status, (await refused.json()).error.code]).toEqual([401, 'unauthorized']);
  });

  it.each([
    ['[R5.3] an empty comment', { comment: '' }, 'Please enter a comment'],
    ['[R5.3] a blank comment', { comment: ' \n\t ' }, 'Please enter a comment'],
    ['[R5.4] 1001 characters', { comment: 'x'.repeat(1001) }, 'The comment is too long.'],
    [
      '[R5.5] an unknown category',
      { categories: ['praise'] },
      'The list of categories cannot have this value',
    ],
    ['[R5.5] a category twice', { categories: ['bug', 'bug'] }, 'Name each category once.'],
    [
      'steps with text in them',
      { steps: [{ ...oneStep, event: 'said “the bell”' }] },
      'cannot have this value',
    ],
    ['51 steps', { steps: Array.from({ length: 51 }, () => oneStep) }, '50 entries at most'],
    ['[R3.5] a reference without its type', { referenceId: sessionId }, 'referenceId and referenceType'],
  ])('rejects %s', async (_, wrong, message) => {
    const user = await server.signIn();
    const refused = await user.call('POST', '/feedback', { ...words, ...wrong });
    expect([refused.status, (await refused.json()).error.message]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });

  it('[R5.4] [R5.5] accepts 1000 characters and every category', async () => {
    const user = await server.signIn();
    const categories = ['features', 'performance', 'bug', 'other', 'testimonial'];
    const kept = await user.call('POST', '/feedback', { ...words, categories, comment: 'x'.repeat(1000) });
    expect(kept.status).toBe(201);
  });

  it('accepts 20 an hour from one user, without affecting others', async () => {
    const user = await server.signIn();
    const statuses = await Promise.all(
      Array.from({ length: 21 }, (_, index) =>
        user.call('POST', '/feedback', { ...words, comment: `No. ${index}` }),
      ),
    );
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1);
    const other = await server.signIn();
    expect((await other.call('POST', '/feedback', words)).status).toBe(201);
  });

  it('accepts 50 a day from one user, and says when the rest can be sent', async () => {
    const often = { sub: randomUUID(), email: 'often@example.org' };
    const user = await server.signIn(often);
    const send = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          user.call('POST', '/feedback', { ...words, comment: `${server.clock.now().getTime()} ${index}` }),
        ),
      );
    for (const count of [20, 20, 10]) {
      expect((await send(count)).map(({ status }) => status)).toEqual(Array(count).fill(201));
      server.clock.advance(3_600_001);
    }
    const refused = await user.call('POST', '/feedback', words);
    expect(refused.status).toBe(429);
    expect((await refused.json()).error).toMatchObject({
      code: 'tooManyRequests',
      message: 'You have sent feedback 50 times today. Please send the rest tomorrow.',
    });
    server.clock.advance(86_400_000);
    const again = await server.signIn(often);
    expect((await again.call('POST', '/feedback', words)).status).toBe(201);
  });

  it('is readable only by the operator: 404 without the key', async () => {
    const user = await server.signIn();
    for (const refused of [
      await server.call('GET', '/operator/feedback'),
      await user.call('GET', '/operator/feedback'),
      await asOperator('', 'of another'),
    ])
      expect([refused.status, (await refused.json()).error?.code]).toEqual([404, 'notFound']);
    const closed = await createTestServer({ database: server.database });
    expect((await closed.call('GET', '/operator/feedback', undefined, { 'x-operator-key': '' })).status).toBe(
      404,
    );
    await closed.close();
    const newest = await told('?limit=2');
    expect(newest).toHaveLength(2);
    expect(await told(`?before=${newest.at(-1)?.createdAt}`)).not.toContainEqual(newest.at(-1));
  });

  it('the running server returns it to a command with the data folder’s key', async () => {
    const listening = await listen(server, { host: '127.0.0.1', port: 0 });
    const request = readFeedbackArguments(['--limit', '2']);
    const [newest, second] = await told('?limit=2');
    expect(await askServer(listening.url, operatorKey, callOf(request))).toEqual({
      feedback: [newest, second],
    });
    const before = newest?.createdAt;
    const older = await askServer(listening.url, operatorKey, callOf({ ...request, before }));
    expect(readFeedback.responses[200].parse(older).feedback).not.toContainEqual(newest);
    await expect(askServer(listening.url, 'of another', callOf(request))).rejects.toThrow(StartError);
    await listening.close(0);
  });

  it('is deleted with its user', async () => {
    const user = await server.signIn({ email: 'leaving@example.org' });
    await user.call('POST', '/feedback', words);
    expect((await told()).map(({ userEmail }) => userEmail)).toContain('leaving@example.org');
    const rules = await server.database.orm.execute(
      `select confdeltype from pg_constraint where conrelid = 'feedback'::regclass and contype = 'f'`,
    );
    expect(rules.rows).toEqual([{ confdeltype: 'c' }]);
  });
});

describe('npm run feedback', () => {
  const entry: FeedbackEntry = {
    categories: ['bug'],
    comment: 'Red \u001b[31malert\u001b[0m\nand a second line',
    openToContact: true,
    referenceId: sessionId,
    referenceType: 'session',
    steps: [],
    feedbackId: sessionId,
    userEmail: 'mira@example.org',
    createdAt: '2026-03-14T12:00:00.000Z',
  };

  it('prints feedback, which cannot control the terminal', () => {
    expect(reportFeedback([])).toBe('No feedback so far.');
    expect(reportFeedback([entry])).toBe(
      [
        `2026-03-14T12:00:00.000Z · mira@example.org (may be contacted) · about session ${sessionId}`,
        '  [bug]',
        '  Red  [31malert [0m',
        '  and a second line',
      ].join('\n'),
    );
  });

  it('prints the command that replays the steps of the page', () => {
    expect(
      reportFeedback([{ ...entry, steps: [oneStep] }])
        .split('\n')
        .slice(-3),
    ).toEqual([
      '  With the last 1 steps of the page. Where they part from the charts:',
      '    npm run --silent feedback -- --limit 500 --json > feedback.json',
      `    npm run replay -- feedback.json --entry ${sessionId}`,
    ]);
  });

  it.each([
    [['--limit', '0'], '--limit is a number from 1 to 500.'],
    [['--before', 'yesterday'], '--before is a time with its zone'],
    [['--loud'], "Unknown option '--loud'"],
    [['all'], 'Unexpected argument'],
  ])('rejects %j in one line', (argv, message) => {
    expect(() => readFeedbackArguments(argv)).toThrow(StartError);
    expect(() => readFeedbackArguments(argv)).toThrow(message);
  });

  it('parses its arguments', () => {
    expect(
      readFeedbackArguments(['--limit', '5', '--before', '2026-03-14T13:00:00+01:00', '--json']),
    ).toEqual({
      limit: 5,
      before: '2026-03-14T12:00:00.000Z',
      asJson: true,
    });
  });

  it('returns null without a running server', async () => {
    expect(await askServer('http://127.0.0.1:1', 'key', readFeedback)).toBeNull();
  });

  it('uses a key in the data folder that only its owner can read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-key-'));
    expect(await readOperatorKey(folder)).toBeNull();
    const database = await openTestDatabase();
    const shared = { database, secrets: createSecretBox([randomBytes(32)]), log: silentLog };
    const key = await loadOperatorKey(shared, folder);
    expect(await loadOperatorKey(shared, folder)).toBe(key);
    expect(await loadOperatorKey(shared, join(folder, 'another'))).toBe(key);
    expect(await readOperatorKey(folder)).toBe(key);
    expect(key.length).toBeGreaterThan(40);
    expect((await stat(join(folder, 'operator-key'))).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });
    await database.close();
  });
});
