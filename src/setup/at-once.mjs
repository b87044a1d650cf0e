/**
 * Usage: node src/setup/at-once.mjs SCRIPT...
 * Runs scripts of package.json, as many at a time as there are cores. What the first says is printed as it says it, what
 * others say once they and the first have ended. All run to their end; exit 1 if any fails, which is named at once. Give the
 * longest first. SIGINT and SIGTERM print what was said until then and end all, at the second time with SIGKILL.
 *
 * Plain JavaScript, because Node 20 ends with the exit code of tsx's thread if that ends first, whatever process.exitCode is.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const waiting = process.argv.slice(2).map((name) => {
  const command = scripts[name];
  if (command === undefined) throw new Error(`package.json has no script "${name}"`);
  return { name, command };
});

let first;
let isStopped = false;
const running = new Set();
const unsaid = new Set();

function say(said) {
  unsaid.delete(said);
  process.stdout.write(Buffer.concat(said.splice(0)));
}

function stop() {
  process.exitCode = 1;
  waiting.length = 0;
  for (const said of unsaid) say(said);
  for (const { pid } of running) {
    try {
      process.kill(-pid, isStopped ? 'SIGKILL' : 'SIGTERM');
    } catch {
      // It has ended meanwhile.
    }
  }
  isStopped = true;
}
process.on('SIGINT', stop).on('SIGTERM', stop);

function run(name, command) {
  const isFirst = first === undefined;
  const ended = new Promise((resolve) => {
    const said = [];
    // In a group of its own, which ends with what it has begun.
    const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    unsaid.add(said);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => (isFirst || isStopped ? process.stdout.write(chunk) : said.push(chunk)));
    }
    child.on('close', async (code, signal) => {
      running.delete(child);
      resolve();
      if (code !== 0) {
        console.error(`${name} failed (${signal ?? code})`);
        process.exitCode = 1;
      }
      await first;
      say(said);
    });
  });
  first ??= ended;
  return ended;
}

await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next.name, next.command);
  }),
);
