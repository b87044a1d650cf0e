import process from 'node:process';
import { createLog } from '#server/platform/log.ts';
import { watchProcess } from '#server/platform/process.ts';

watchProcess(createLog('info'));
const throwLater = (error: Error) =>
  void setImmediate(() => {
    throw error;
  });
const deeds: Record<string, () => void> = {
  rejection: () => void Promise.reject(new Error('Nobody waits for this.')),
  database: () => throwLater(new Error('Connection terminated unexpectedly')),
  reset: () => throwLater(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })),
  exception: () => throwLater(new Error('Not foreseen.')),
};
deeds[process.env.WHAT ?? '']?.();
setImmediate(() => setImmediate(() => process.stdout.write('It goes on.\n')));
