import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { ErrorBody } from '#contract/errors.ts';
import { operatorKey } from '#tests/support/billing-server.ts';
import { createTestServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { contractCalls } from '../../../src/setup/access/contract-calls.ts';

const raw =
  /invalid (input|option|key|type|string|value)|expected|received|\buuid\b|regex|\bparams\b|headers|if-match|idempotency|\bjson\b|undefined|\bnull\b|\bNaN\b|\bbody[.:]|too (big|small): |_/i;
const camelCase = /\b[a-z]+[A-Z]\w*/;

function expectPlain(message: string, about: string): void {
  expect(message, about).toMatch(/^[A-Z“].*[.!?]$/s);
  const words = message.replaceAll(/\b(VTT|SRT|JSON|MP3)\b/g, '');
  expect(words, about).not.toMatch(raw);
  expect(words, about).not.toMatch(camelCase);
}

const long = 'x'.repeat(210_000);
const wrong: readonly [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['a negative number', -1],
  ['half a number', 1.5],
  ['a huge number', 1e300],
  ['true', true],
  ['no text', ''],
  ['blank space', '   '],
  ['a text', 'x'],
  ['a long text', long],
  ['a list', []],
  ['a list of anything', [null, 7, { title: 7 }]],
  ['a long list', Array.from({ length: 2000 }, () => 'x')],
  ['an object', {}],
  ['an object of anything', { $ne: null, title: { $gt: '' } }],
];

function wrongBodies(schema: z.ZodType): [string, unknown][] {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return [
    ...wrong.filter(([, value]) => value !== undefined),
    ...fields.flatMap((field) =>
      wrong.map(([name, value]): [string, unknown] => [`${field}: ${name}`, { title: 'x', [field]: value }]),
    ),
  ];
}

const withIds = (call: Call, id: string) => call.path.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
const unknownId = '01900000-0000-7000-8000-00000000dead';

describe('messages of invalid requests', () => {
  let server: TestServer;
  let mira: TestUser;
  beforeAll(async () => {
    server = await createTestServer({ overrides: { operatorKey } });
    mira = await server.signIn();
  });
  afterAll(() => server.close());

  async function refusal(call: Call, path: string, init: RequestInit, about: string): Promise<void> {
    const response = await server.app.request(path, {
      method: call.method,
      ...init,
      headers: { authorization: `Bearer ${mira.token}`, 'x-operator-key': operatorKey, ...init.headers },
    });
    if (response.status < 400) return void (await response.body?.cancel());
    const text = await response.text();
    const refused = ErrorBody.safeParse(JSON.parse(text));
    expect(refused.success, `${about}: ${text}`).toBe(true);
    expectPlain(refused.data!.error.message, about);
  }

  const asJson = {
    'content-type': 'application/json',
    'if-match': '0',
    'idempotency-key': 'a-key-of-a-test',
  };
  const calls = contractCalls.filter(({ name }) => name !== 'logout');
  const withBody = calls.filter(({ call }) => call.body !== undefined);

  it.each(withBody)('[R8.13] $name: never shows a validator’s own words', async ({ name, call }) => {
    for (const [about, body] of wrongBodies(call.body!)) {
      await refusal(
        call,
        withIds(call, unknownId),
        { headers: asJson, body: JSON.stringify(body) },
        `${name} with ${about}`,
      );
    }
    for (const body of ['', '{', '"', '\u0000', '[', '{"title":"\\u0000"}', '['.repeat(20_000)]) {
      await refusal(
        call,
        withIds(call, unknownId),
        { headers: asJson, body },
        `${name} with ${body.slice(0, 9)}`,
      );
    }
    await refusal(
      call,
      withIds(call, unknownId),
      { headers: { 'content-type': 'text/plain' }, body: '{}' },
      `${name} as text`,
    );
  });

  it.each(calls)('[R8.13] $name: nor for an invalid address, query or header', async ({ name, call }) => {
    const body = call.body === undefined && call.bodyType === undefined ? {} : { body: '{}' };
    for (const id of ['x', '7', "' or 1=1--", unknownId, unknownId.replace('7000', '9000')]) {
      await refusal(call, withIds(call, id), { ...body, headers: asJson }, `${name} of ${id}`);
    }
    for (const field of Object.keys(call.query?.shape ?? {})) {
      for (const value of ['', 'x', '-1', '1e9999', '9'.repeat(300), '{}']) {
        const query = new URLSearchParams({ [field]: value });
        await refusal(call, `${withIds(call, unknownId)}?${query}`, {}, `${name} by ${query}`);
      }
    }
    for (const field of Object.keys(call.headers?.shape ?? {})) {
      for (const value of ['', 'x', 'W/"1"', '9'.repeat(300)]) {
        await refusal(
          call,
          withIds(call, unknownId),
          { ...body, headers: { ...asJson, [field]: value } },
          `${name} with ${field}: ${value}`,
        );
      }
    }
  });

  it.each([
    ['a blank title', { title: ' ' }, 'The title cannot be empty.'],
    [
      'a long title',
      { title: 'x'.repeat(201) },
      'The title is too long. It can have 200 characters at most.',
    ],
    ['no title', {}, 'The title is missing.'],
    ['another kind of title', { title: 7 }, 'The title cannot have this value.'],
    [
      'a long description',
      { title: 'x', description: 'x'.repeat(5001) },
      'The description is too long. It can have 5,000 characters at most.',
    ],
    [
      'many styles',
      { title: 'x', recapStyles: Array(21).fill('y') },
      'The list of recap styles can have 20 entries at most.',
    ],
    [
      'a language that is none',
      { title: 'x', language: 'english!' },
      'Use a language tag such as "en" or "pt-BR".',
    ],
  ])('[R8.13] %s is explained in our words', async (_, body, message) => {
    const response = await mira.call('POST', '/campaigns', body);
    expect((await response.json()).error).toMatchObject({ code: 'invalidRequest', message });
  });
});
