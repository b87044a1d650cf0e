import type { Config } from '#server/platform/config.ts';
import { readOperatorKey } from '#server/platform/operator-key.ts';
import { StartError } from '#server/platform/start-error.ts';

export function originOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return `http://${['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host}:${port}`;
}

/** Null without a running server or with PostgreSQL. @throws StartError for another data folder */
export async function askRunningServer(
  config: Config,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const key = config.databaseUrl === null ? await readOperatorKey(config.dataFolder) : null;
  return key === null ? null : askServer(originOf(config), key, method, path, body);
}

/** Null: nothing answers. @throws StartError for another key */
export async function askServer(
  origin: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { 'x-operator-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null);
  if (answer === null) return null;
  if (answer.status >= 500)
    throw new StartError(`The server at ${origin} could not do it (${answer.status}); its log says why.`);
  if (!answer.ok)
    throw new StartError(
      `What listens at ${origin} rejects the key of this data folder. Set PORT and HEARTHSCRIBE_DATA to the server’s values.`,
    );
  return answer.json();
}
