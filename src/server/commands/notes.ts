import process from 'node:process';
import { notesCommand } from './notes-command.ts';

const interrupt = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    interrupt.abort();
    process.exit(name === 'SIGINT' ? 130 : 143);
  });
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });

const code = await notesCommand(process.argv.slice(2), {
  env: process.env,
  signal: interrupt.signal,
  print: (piece) => process.stdout.write(piece),
  tell: (line) => process.stderr.write(`${line}\n`),
});
// Node 20 can end with 0 when the thread of the loader ends before process.exitCode is used.
process.stdout.write('', () => process.exit(code));
