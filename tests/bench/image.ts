/**
 * `npm run trial:image`: builds the image with Podman on a Debian with this computer's own Node and npm, starts it as
 * compose.yaml does (read-only, no capabilities), and checks it. Needs root, and Debian's `podman`, `crun` and
 * `debootstrap` (about 20 MB).
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { health } from '#contract/server.ts';
import { freePort } from '#tests/support/postgres.ts';

const longestStartMs = 600_000;
const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'hearthscribe-image-'));
const stores = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
const name = 'hearthscribe-trial';

const said = (program: string, ...words: string[]) =>
  execFileSync(program, words, { encoding: 'utf8' }).trim();
const podman = (...words: string[]) =>
  run('podman', [...stores, ...words], { cwd: root, maxBuffer: 64 * 1024 ** 2 }).catch((error: Error) => {
    throw new Error(`podman ${words[0]} failed: ${error.message}`);
  });

for (const program of ['bin/podman', 'bin/crun', 'sbin/debootstrap'])
  if (!existsSync(join('/usr', program))) {
    console.error(
      `${program} is not installed (Debian: apt-get install --no-install-recommends podman crun debootstrap).`,
    );
    process.exit(2);
  }

/** Debian, as in the official images, with this computer's own Node and npm, and what npm needs here to reach its registry. */
function makeBase(base: string): void {
  const mirror = 'http://deb.debian.org/debian';
  said('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', base, mirror);
  const suites = ['bookworm main', 'bookworm-updates main'].map((suite) => `deb ${mirror} ${suite}\n`);
  const security = 'deb http://deb.debian.org/debian-security bookworm-security main\n';
  writeFileSync(join(base, 'etc/apt/sources.list'), [...suites, security].join(''));
  const take = (from: string, to = from) =>
    cpSync(realpathSync(from), join(base, to), { recursive: true, verbatimSymlinks: true });
  take(process.execPath, '/usr/bin/node');
  const libraries = said('ldd', process.execPath).match(/\/\S+/g) ?? [];
  for (const path of libraries.filter((library) => !existsSync(join(base, library)))) take(path);
  const npm = dirname(dirname(realpathSync(said('which', 'npm'))));
  take(npm, '/usr/lib/node_modules/npm');
  for (const command of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${command}-cli.js`, join(base, 'usr/bin', command));
  take('/etc/ssl/certs/ca-certificates.crt');
  mkdirSync(join(base, 'usr/etc'));
  const settings = said('npm', 'config', 'get', 'globalconfig');
  if (existsSync(settings)) take(settings, '/usr/etc/npmrc');
  appendFileSync(join(base, 'usr/etc/npmrc'), 'prefer-offline=true\n');
}

async function build(): Promise<{ seconds: number; megabytes: number }> {
  const base = join(folder, 'base');
  makeBase(base);
  said('tar', '-C', base, '-cf', join(folder, 'base.tar'), '.');
  await podman('import', join(folder, 'base.tar'), 'localhost/node');
  const began = performance.now();
  await podman(
    'build',
    ...['--isolation', 'chroot', '--network', 'host', '--format', 'docker', '--layers=false'],
    ...['--file', 'docs/operations/container/Dockerfile', '--build-arg', 'NODE_IMAGE=localhost/node'],
    // npm's cache, so that the trial downloads only what is not in it.
    ...['--volume', `${join(homedir(), '.npm')}:/root/.npm`, '--tag', 'localhost/hearthscribe', '.'],
  );
  const seconds = (performance.now() - began) / 1000;
  const sizeOf = async (image: string) =>
    Number((await podman('image', 'inspect', '--format', '{{.Size}}', image)).stdout);
  const bytes = (await sizeOf('localhost/hearthscribe')) - (await sizeOf('localhost/node'));
  return { seconds, megabytes: bytes / 1e6 };
}

async function start(port: number): Promise<void> {
  await podman(
    'run',
    ...['--detach', '--name', name, '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--stop-timeout', '120', '--network', 'host'],
    // Of this trial only: a sandbox may not allow more.
    ...['--cgroups=disabled', '--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=4096:4096'],
    ...['--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1', '--env', 'HEARTHSCRIBE_EMBEDDED_IDENTITY=1'],
    'localhost/hearthscribe',
  );
  const latest = Date.now() + longestStartMs;
  for (;;) {
    const { stdout, stderr } = await podman('logs', name);
    if (stdout.includes('Hearthscribe is ready at')) return;
    const { stdout: state } = await podman('inspect', '--format', '{{.State.Status}}', name);
    assert.equal(state.trim(), 'running', stderr);
    assert.ok(Date.now() < latest, `It did not start: ${stderr}`);
    await wait(500);
  }
}

/** Evaluates an expression in the container. */
const within = async (expression: string): Promise<unknown> =>
  JSON.parse((await podman('exec', name, 'node', '--print', `JSON.stringify(${expression})`)).stdout);

async function check(url: string): Promise<void> {
  assert.equal((await fetch(url + health.path)).status, 200);
  for (const path of ['/', '/pricing']) {
    const page = await fetch(url + path);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<title>[^<]*Hearthscribe/);
  }
  // Not "podman healthcheck": on a busy computer Node may take longer to start than the image allows.
  const { stdout } = await podman(
    'image',
    'inspect',
    '--format',
    '{{json .HealthCheck.Test}}',
    'localhost/hearthscribe',
  );
  await podman('exec', name, ...JSON.parse(stdout).slice(1));
  const { stdout: decoder } = await podman('exec', name, 'ffmpeg', '-version');
  console.log(decoder.split('\n', 1)[0]);
  assert.equal(await within('process.getuid()'), 65_532);
  assert.match(
    String(await within("require('fs').readFileSync('/proc/1/status', 'utf8')")),
    /^CapEff:\t0{16}$/m,
  );
  const write = (path: string) =>
    within(
      `(() => { try { require('fs').writeFileSync('${path}', ''); return 'written'; } catch ({ code }) { return code; } })()`,
    );
  assert.deepEqual(await Promise.all(['/app/x', '/data/x', '/tmp/x'].map(write)), [
    'EROFS',
    'written',
    'written',
  ]);
}

try {
  const { seconds, megabytes } = await build();
  console.log(`Built in ${seconds.toFixed(0)} s; ${megabytes.toFixed(0)} MB more than its base.`);
  const port = await freePort();
  await start(port);
  await check(`http://127.0.0.1:${port}`);
  await podman('stop', name);
  const { stdout: code } = await podman('inspect', '--format', '{{.State.ExitCode}}', name);
  assert.equal(code.trim(), '0', (await podman('logs', name)).stderr);
  console.log('It serves pages, is healthy, writes only to /data and /tmp, and ends with 0 on SIGTERM.');
} finally {
  await podman('rm', '--force', '--ignore', name).catch(console.error);
  rmSync(folder, { recursive: true, force: true });
}
