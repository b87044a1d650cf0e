import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { packed } from './packed.ts';

const root = join(import.meta.dirname, '..', '..');

export interface WorkProcess {
  url: string;
  pid: number | undefined;
  log(): string;
  kill(): Promise<void>;
  stop(): Promise<number | null>;
  ended: Promise<void>;
}

export async function startWorkProcess(options: {
  program: 'main' | 'dying';
  dataFolder: string;
  env?: Record<string, string | undefined>;
}): Promise<WorkProcess> {
  const child: ChildProcess = spawn(process.execPath, packed(options.program), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      LOG_LEVEL: 'info',
      HEARTHSCRIBE_DATA: options.dataFolder,
      // The computer may be busy.
      STOP_SECONDS: '300',
      ...options.env,
    },
  });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'exit').then(() => undefined);
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const ready = /^Hearthscribe is ready at (\S+)$/.exec(line)?.[1];
      if (ready !== undefined) resolve(ready.replace('localhost', '127.0.0.1'));
    });
    void ended.then(() =>
      reject(new Error(`The server did not start (${child.signalCode ?? child.exitCode}):\n${said}`)),
    );
  });
  return {
    url,
    pid: child.pid,
    log: () => said,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}
