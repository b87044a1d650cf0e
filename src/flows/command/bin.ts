#!/usr/bin/env node
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { judgeOnRequest } from './judge.ts';
import { runFlows } from './run.ts';

if (isMainThread) {
  const folder = process.cwd();
  process.exitCode = await runFlows(process.argv.slice(2), {
    folder,
    print: (text) => void process.stdout.write(`${text}\n`),
    complain: (text) => void process.stderr.write(`${text}\n`),
    startThread: () => new Worker(fileURLToPath(import.meta.url), { workerData: folder }),
  });
} else {
  await judgeOnRequest(workerData);
}
