import { connect, createServer, type Socket } from 'node:net';
import { portOf } from '#server/platform/port-of.ts';

/** A TCP proxy that a test can cut: then nothing arrives, and neither side notices. */
export interface CuttableLine {
  /** The service's address through this proxy. */
  address(of: string): string;
  cut(): void;
  /** Delivers what was sent in the meantime, as TCP would. */
  mend(): void;
  close(): Promise<void>;
}

export async function startCuttableLine(to: string): Promise<CuttableLine> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let isCut = false;

  function pass(from: Socket, on: Socket): void {
    sockets.add(from);
    if (isCut) from.pause();
    from.on('data', (chunk) => on.write(chunk));
    from.once('end', () => on.end());
    from.once('error', () => on.destroy());
    from.once('close', () => {
      sockets.delete(from);
      on.destroy();
    });
  }

  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) });
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = portOf(server);
  return {
    address(of) {
      const url = new URL(of);
      url.port = String(own);
      return url.href;
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
