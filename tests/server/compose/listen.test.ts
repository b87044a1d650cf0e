import { expect, it } from 'vitest';
import type { Server } from '#server/compose/app.ts';
import { listen } from '#server/compose/listen.ts';
import { StartError } from '#server/platform/start-error.ts';

it('says in one line that the port is in use', async () => {
  const server = { fetch: () => new Response(), closeStreams: async () => {} } as unknown as Server;
  const first = await listen(server, { host: '127.0.0.1', port: 0 });
  const port = Number(new URL(first.url).port);
  const second = listen(server, { host: '127.0.0.1', port });
  await expect(second).rejects.toBeInstanceOf(StartError);
  await expect(second).rejects.toThrow(
    new StartError(`Port ${port} is in use. Stop what uses it, or set PORT to another.`),
  );
  await first.close(0);
});
