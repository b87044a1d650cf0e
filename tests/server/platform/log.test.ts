import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createLog, readableLine } from '#server/platform/log.ts';

it('logs an error with query, code and position, and without users’ text and addresses', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const refused = Object.assign(new Error('invalid input syntax for type uuid: "mira@example.org"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Key (email)=(mira@example.org) already exists.',
  });
  const query = 'insert into users (email) values ($1)';
  log.error(
    { err: new DrizzleQueryError(query, ['mira@example.org', 'a secret\nof the table'], refused) },
    'Failed.',
  );
  const [line] = lines;
  expect(line).not.toMatch(/mira|secret|of the table/);
  expect(JSON.parse(line!)).toMatchObject({
    msg: 'Failed.',
    err: {
      message: `Failed query: ${query}`,
      stack: expect.stringMatching(/^at .*log\.test\.ts/),
      cause: { code: '22P02', message: 'invalid input syntax for type uuid' },
    },
  });
});

it('keeps the message of our own errors', () => {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).warn({ err: new TypeError('x is no list') });
  expect(JSON.parse(lines[0]!).err).toMatchObject({ type: 'TypeError', message: 'x is no list' });
});

it('a line for a terminal has the words first, then the rest, then the stack', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(readableLine(line)) });
  log.info('Ready.');
  log.warn({ err: new TypeError('x is no list'), jobId: 'j1' }, 'A job failed.');
  expect(lines[0]).toMatch(/^\S+Z info Ready\.\n$/);
  expect(lines[1]).toMatch(/^\S+Z warn A job failed\. x is no list \{"jobId":"j1"\}\nat .*log\.test\.ts/);
});
