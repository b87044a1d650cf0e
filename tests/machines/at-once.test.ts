import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it, vi } from 'vitest';

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

/** Not one that has ended and was not waited for. */
function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return !/\) [XZ] /.test(readFileSync(`/proc/${id}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

it('prints what was said when it is stopped, and ends what the scripts have begun', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-at-once-'));
  // Each tells its process first, which outlives a shell that alone is ended.
  const long = (name: string) =>
    `sh -c 'echo ${name} $$; echo ${name} began >> begun; sleep 600; true'; true`;
  const scripts = { one: long('one'), two: long('two') };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
  try {
    const child = spawn(process.execPath, [program, 'one', 'two'], { cwd: folder, stdio: 'pipe' });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    const closed = once(child, 'close');
    await vi.waitFor(
      () => expect(readFileSync(join(folder, 'begun'), 'utf8')).toMatch(/^(?:\w+ began\n){2}$/),
      {
        timeout: 60_000,
      },
    );
    child.kill('SIGTERM');
    expect(await closed).toEqual([1, null]);
    const processes = [...said.matchAll(/^(?:one|two) (\d+)$/gm)].map(([, id]) => Number(id));
    expect(processes).toHaveLength(2);
    await vi.waitFor(() => expect(processes.filter(isRunning)).toEqual([]), { timeout: 60_000 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('refuses a name that is no script', () => {
  const { status, stderr } = atOnce({ one: 'true' }, ['one', 'tow']);
  expect(status).toBe(1);
  expect(stderr).toContain('package.json has no script "tow"');
});
