import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sendByTus } from '#tests/support/tus.ts';
import { openWorkServer } from '#tests/support/work-server.ts';
import { type Figure, median } from './figure.ts';

const MEBIBYTE = 1024 ** 2;
const SIZE = 128 * MEBIBYTE;
const ROUNDS = 5;

export async function benchUpload(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthscribe-bench-'));
  const file = join(folder, 'recording');
  await writeNoise(file);
  const plain = await openPlainServer(join(folder, 'plain'));
  const server = await openWorkServer({ settings: { maxUploadBytes: SIZE } });
  const user = await server.addUser();
  const sessionId = await server.addSession(user);

  const throughServer = async (chunkBytes: number) => {
    const wanted = { fileName: 'noise.mp3', sizeBytes: SIZE, fingerprint: 'bench' };
    const { body } = await server.request(user, 'POST', `/sessions/${sessionId}/uploads`, wanted);
    const took = await timed(
      () =>
        sendByTus({
          url: server.url + body.tusUrl,
          token: user.token,
          file: createReadStream(file),
          sizeBytes: SIZE,
          chunkBytes,
          keepsConnection: true,
        }).done,
    );
    return took;
  };

  const times: Record<'plain' | 'chunks' | 'whole', number[]> = { plain: [], chunks: [], whole: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.plain.push(await timed(() => put(plain.url, file)));
    times.chunks.push(await throughServer(5 * MEBIBYTE));
    times.whole.push(await throughServer(SIZE));
  }
  await plain.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
  const peer = 'plain Node stream to disk, one request, at least 0.8';
  const ratio = (ours: number[]) => median(times.plain) / median(ours);
  return [
    { name: 'Upload in 5 MiB chunks: speed', value: ratio(times.chunks), unit: '×', peer },
    { name: 'Upload in one chunk: speed', value: ratio(times.whole), unit: '×', peer },
    {
      name: 'Upload in 5 MiB chunks: throughput',
      value: SIZE / MEBIBYTE / (median(times.chunks) / 1000),
      unit: 'MiB/s',
      peer: 'none',
    },
  ];
}

async function writeNoise(path: string): Promise<void> {
  const handle = await open(path, 'w');
  for (let written = 0; written < SIZE; written += 8 * MEBIBYTE)
    await handle.write(randomBytes(8 * MEBIBYTE));
  await handle.close();
}

async function openPlainServer(target: string) {
  const server = createServer((incoming, answer) => {
    pipeline(incoming, createWriteStream(target)).then(
      () => answer.writeHead(204).end(),
      () => answer.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function put(url: string, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'PUT', headers: { 'content-length': SIZE } }, (answer) => {
      answer.resume();
      answer.on('end', resolve);
    });
    sending.on('error', reject);
    createReadStream(path).pipe(sending);
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
