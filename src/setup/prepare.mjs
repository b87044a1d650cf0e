/**
 * Prepares a fresh clone, with nothing but Node's own modules, because it runs before anything is installed.
 *
 * Usage: node src/setup/prepare.mjs [dependencies] [build] [media] [store] [browser] [lighthouse]
 *   dependencies  npm ci, when package-lock.json changed since the last time
 *   build         the browser bundle into dist/web, the server into dist/server and an empty database, when their sources changed since the last time
 *   media         ffmpeg and espeak-ng, with which tests and benchmarks make their audio
 *   store         an S3 server (OpenStack Swift), for the tests of recordings in S3; where it cannot be installed, they are skipped
 *   browser       Chromium, for the tests that run in one
 *   lighthouse    npm ci in tests/bench/lighthouse, when its package-lock.json changed since the last time
 *
 * Everything it prints goes to standard error, so that standard output stays the command's own.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '..', '..');
process.chdir(root);

const say = (text) => process.stderr.write(`${text}\n`);

function run(command, args, environment = {}) {
  const { status, error } = spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...environment },
  });
  if (status !== 0) {
    say(
      `Set-up stopped: "${command} ${args.join(' ')}" ${error ? `could not be run (${error.message})` : `ended with ${status}`}.`,
    );
    process.exit(1);
  }
}

const commandExists = (name) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.filter((path) => existsSync(path)).flatMap(filesBelow)) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function whenChanged(stamp, paths, work) {
  const hash = hashOf(paths);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  work(hash);
  mkdirSync(join(stamp, '..'), { recursive: true });
  writeFileSync(stamp, hash);
}

function debianPackage(command, packageName) {
  if (commandExists(command)) return;
  if (!canInstall()) {
    say(
      `${command} is missing. Install it (Debian: sudo apt-get install ${packageName}) and run this again.`,
    );
    process.exit(1);
  }
  install(packageName);
}

const canInstall = () => process.getuid?.() === 0 && commandExists('apt-get');

function install(packageName) {
  say(`Installing ${packageName} ...`);
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], environment);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', packageName], environment);
}

function installPackages(folder, what) {
  whenChanged(
    join(folder, 'node_modules/.hearthscribe-installed'),
    [join(folder, 'package-lock.json')],
    () => {
      say(`Installing ${what} ...`);
      run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder]);
    },
  );
}

const steps = {
  dependencies() {
    installPackages('.', 'packages');
  },
  build() {
    const sources = [
      'index.html',
      'vite.config.ts',
      'package-lock.json',
      'package.json',
      'src/web',
      'src/contract',
      'src/setup/blog',
      'src/setup/callback-page.ts',
      'src/setup/icons',
      'src/setup/notices',
      'src/setup/light-build.ts',
      'src/setup/no-patterns.ts',
      'src/setup/prerender',
      'src/setup/precompress.ts',
      'machines',
    ];
    whenChanged('dist/.hearthscribe-built', sources, (hash) => {
      say('Building ...');
      run('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn'], {
        HEARTHSCRIBE_BUILD: hash.slice(0, 8),
      });
      writeFileSync('dist/build-hash.txt', hash.slice(0, 8));
    });
    whenChanged(
      'dist/.hearthscribe-server',
      ['package-lock.json', 'src/setup/server-build.ts', 'src/server', 'src/contract', 'machines'],
      () => {
        say('Compiling the server ...');
        run(process.execPath, ['--import', 'tsx', 'src/setup/server-build.ts']);
      },
    );
    // Vite empties only dist/web.
    const database = [
      'package-lock.json',
      'src/setup/empty-database.ts',
      'src/server/platform/database',
      'src/server/platform/job-queue.ts',
    ];
    whenChanged('dist/.hearthscribe-empty-database', database, () => {
      say('Making an empty database ...');
      rmSync('dist/empty-database', { recursive: true, force: true });
      run(process.execPath, ['--import', 'tsx', 'src/setup/empty-database.ts']);
    });
  },
  media() {
    debianPackage('ffmpeg', 'ffmpeg');
    debianPackage('espeak-ng', 'espeak-ng');
  },
  store() {
    if (existsSync('/usr/lib/python3/dist-packages/swift/proxy/server.py')) return;
    if (!canInstall()) {
      say('There is no S3 server: its tests are skipped (Debian: sudo apt-get install python3-swift).');
      return;
    }
    install('python3-swift');
  },
  browser() {
    if (process.env.CHROMIUM_PATH || ['chromium-headless-shell', 'chromium'].some(commandExists)) return;
    const playwrightHasOne = spawnSync(
      process.execPath,
      [
        '-e',
        "process.exit(require('node:fs').existsSync(require('playwright').chromium.executablePath()) ? 0 : 1)",
      ],
      { stdio: 'ignore' },
    );
    if (playwrightHasOne.status !== 0) debianPackage('chromium-headless-shell', 'chromium-headless-shell');
  },
  lighthouse() {
    installPackages('tests/bench/lighthouse', 'Lighthouse');
  },
};

for (const name of process.argv.slice(2)) {
  if (!Object.hasOwn(steps, name)) {
    say(`Unknown step "${name}"; there are: ${Object.keys(steps).join(', ')}.`);
    process.exit(1);
  }
  steps[name]();
}
