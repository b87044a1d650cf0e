import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '..', '..');

export interface ServerProcess {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  ready: Promise<string>;
  ended: Promise<number | NodeJS.Signals>;
  signal(signal: NodeJS.Signals): void;
}

const { start } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts as { start: string };

/** What `npm start` passes to Node. */
export const asStarted: readonly string[] = start.split(' ').slice(1);

/** On any free port by default. @param program arguments of Node @param user if root can choose */
export function startServerProcess(
  environment: Record<string, string>,
  program: readonly string[] = asStarted,
  user: { uid?: number; gid?: number } = {},
): ServerProcess {
  const { PATH = '', HOME = '', FFMPEG_PATH } = process.env;
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: {
      PATH,
      HOME,
      ...(FFMPEG_PATH === undefined ? {} : { FFMPEG_PATH }),
      PORT: '0',
      LOG_LEVEL: 'info',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const url = /ready at (http:\S+)\n/.exec(stdout)?.[1];
      if (url) resolve(url);
    });
    void ended.then((code) => reject(new Error(`The server ended with ${code}: ${stderr}`)));
  });
  ready.catch(() => undefined);
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ready,
    ended,
    signal: (signal) => child.kill(signal),
  };
}
