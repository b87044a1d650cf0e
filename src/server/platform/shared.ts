import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { FileStore } from './files/port.ts';
import type { JobQueue } from './job-queue.ts';
import type { Logger } from './log.ts';
import type { MailPort } from './mail/port.ts';
import type { SecretBox } from './secret-box.ts';
import type { Telemetry } from './telemetry.ts';

/** What many rooms and their parts are given. */
export interface Shared {
  database: Database;
  queue: JobQueue;
  store: FileStore;
  secrets: SecretBox;
  clock: Clock;
  log: Logger;
  telemetry: Telemetry;
  mail: MailPort;
}
