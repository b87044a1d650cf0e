import process from 'node:process';
import { notesCommand } from './notes-command.ts';
import { endProcess } from './run-command.ts';

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

process.exitCode = await notesCommand(process.argv.slice(2), {
  env: process.env,
  signal: interrupt.signal,
  print: (piece) => process.stdout.write(piece),
  tell: (line) => process.stderr.write(`${line}\n`),
});
endProcess();
