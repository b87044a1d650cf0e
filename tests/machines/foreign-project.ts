import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { browserPath } from '../../src/setup/browser-path.ts';

const root = join(import.meta.dirname, '..', '..');
const packages = join(root, 'node_modules');

export interface Ended {
  output: string;
  code: number;
}

/** npm and Vitest would obey the settings of the process that runs the tests. */
const environment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
};

export function run(folder: string, command: string): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: environment, maxBuffer: 1 << 26 };
    execFile('/bin/sh', ['-c', command], options, (error, stdout, stderr) =>
      resolve({ output: `${stdout}${stderr}`, code: error ? Number(error.code ?? 1) : 0 }),
    );
  });
}

/** Outside this repository, next to the packed flow tool. */
export interface ForeignProject {
  folder: string;
  /** One folder up. */
  packed: string;
  write(path: string, content: string): void;
  remove(): void;
}

/** Needs no registry. */
export async function foreignProject(): Promise<ForeignProject> {
  const above = mkdtempSync(join(tmpdir(), 'foreign-project-'));
  const folder = join(above, 'shop');
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const { output, code } = await run(root, `npm pack --workspace src/flows --pack-destination ${above}`);
  if (code !== 0) throw new Error(`The package cannot be packed:\n${output}`);
  const packed = readdirSync(above).find((name) => name.endsWith('.tgz'))!;
  const linked = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, `file:${join(packages, name)}`]));
  const manifest = {
    name: 'shop',
    private: true,
    type: 'module',
    dependencies: linked('xstate'),
    devDependencies: linked('vitest', '@playwright/test', 'typescript'),
  };
  write('package.json', JSON.stringify(manifest));
  const launchOptions = { ...(browserPath ? { executablePath: browserPath } : {}), args: ['--no-sandbox'] };
  write(
    'playwright.config.js',
    `export default ${JSON.stringify({ workers: 1, reporter: 'list', timeout: 300_000, expect: { timeout: 60_000 }, use: { launchOptions } })};\n`,
  );
  return { folder, packed, write, remove: () => rmSync(above, { recursive: true, force: true }) };
}
