import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../src/setup/at-once.mjs');

function atOnce(scripts: Record<string, string>, names = Object.keys(scripts)) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-at-once-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
    return spawnSync(process.execPath, [program, ...names], {
      cwd: folder,
      encoding: 'utf8',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('keeps what each script says together, and ends with 0 when all succeed', () => {
  const { status, stdout, stderr } = atOnce({
    one: 'echo one begins; sleep 0.2; echo one ends >&2',
    two: 'echo two begins; sleep 0.1; echo two ends',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('one begins\none ends\n');
  expect(stdout).toContain('two begins\ntwo ends\n');
});

it('prints what the first says as it says it, and what others have said after it', () => {
  const { stdout } = atOnce({ one: 'echo one begins; sleep 0.2; echo one ends', two: 'echo two' });
  expect(stdout).toBe('one begins\none ends\ntwo\n');
});

it('runs all to their end and names those that fail', () => {
  const { status, stdout, stderr } = atOnce({
    one: 'echo wrong; exit 2',
    two: 'kill -9 $$',
    three: 'sleep 0.1; echo right',
  });
  expect(status).toBe(1);
  expect(stdout).toContain('wrong\n');
  expect(stdout).toContain('right\n');
  expect(stderr.trim().split('\n').toSorted()).toEqual(['one failed (2)', 'two failed (SIGKILL)']);
});

it('refuses a name that is no script', () => {
  const { status, stderr } = atOnce({ one: 'true' }, ['one', 'tow']);
  expect(status).toBe(1);
  expect(stderr).toContain('package.json has no script "tow"');
});
