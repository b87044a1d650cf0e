import process from 'node:process';
import { parentPort } from 'node:worker_threads';
import { importTranscript } from '#server/engines/transcripts/import.ts';
import { segmentPieces } from '#server/engines/transcripts/pieces.ts';
import { createPeer } from '#server/platform/threads/peer.ts';

let pieces = segmentPieces([]);
createPeer(parentPort!, () => ({
  async readTranscript(bytes: Uint8Array) {
    const word = new TextDecoder().decode(bytes).split(' ')[0];
    if (word === 'loop') for (;;);
    if (word === 'crash') process.exit(3);
    const kept: number[][] = [];
    if (word === 'memory') for (;;) kept.push(new Array(100_000).fill(kept.length));
    const { segments, ...head } = await importTranscript(bytes);
    pieces = segmentPieces(segments);
    return { head, segmentCount: segments.length, wordCount: 1 };
  },
  /** Takes no processor time. */
  sleep: (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  nextPiece: () => pieces.next().value ?? null,
  forget: () => undefined,
}));
