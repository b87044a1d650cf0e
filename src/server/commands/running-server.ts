import type { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { ErrorBody } from '#contract/errors.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createLog } from '#server/platform/log.ts';
import { readOperatorKey } from '#server/platform/operator-key.ts';
import { StartError } from '#server/platform/start-error.ts';

type Asked = Pick<Call, 'method' | 'path'>;

export function originOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return `http://${['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host}:${port}`;
}

/** Null without a running server or with PostgreSQL. @throws StartError for another data folder */
export async function askRunningServer(config: Config, call: Asked, body?: unknown): Promise<unknown> {
  const key = config.databaseUrl === null ? await readOperatorKey(config.dataFolder) : null;
  return key === null ? null : askServer(originOf(config), key, call, body);
}

/** The running server does it, because only it can use the embedded database; without one, `work` does. */
export async function askOrOpen<Schema extends z.ZodType>(
  config: Config,
  call: Asked & { responses: { 200: Schema } },
  body: unknown,
  work: (database: Database) => Promise<z.infer<Schema>>,
): Promise<z.infer<Schema>> {
  const answer = await askRunningServer(config, call, body);
  if (answer !== null) return call.responses[200].parse(answer);
  const database = await openDatabase({ ...config, log: createLog('warn') });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Null: nothing answers. @throws StartError for another key, or if the server cannot do it */
export async function askServer(
  origin: string,
  key: string,
  { method, path }: Asked,
  body?: unknown,
): Promise<unknown> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { 'x-operator-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null);
  if (answer === null) return null;
  if (answer.ok) return answer.json();
  const said = ErrorBody.safeParse(await answer.json().catch(() => null)).data?.error;
  if (said?.code === 'paymentsUnavailable')
    throw new StartError(
      'The server at this address cannot reach Stripe, or payments are off; its log says why.',
    );
  throw new StartError(
    answer.status >= 500
      ? `The server at ${origin} could not do it (${answer.status}); its log says why.`
      : `What listens at ${origin} rejects the key of this data folder. Set PORT and HEARTHSCRIBE_DATA to the server’s values.`,
  );
}
