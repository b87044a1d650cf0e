import { createHash } from 'node:crypto';
import { ownProgram } from '#server/platform/own-program.ts';
import { createThreadPool } from '#server/platform/threads/thread-pool.ts';
import type { DrawMethods } from './draw-program.ts';
import { type PreviewWords, previewSvg } from './preview-svg.ts';

export type Previews = ReturnType<typeof createPreviews>;

const MOST_KEPT = 200;
const DRAWING_MS = 15_000;
const MEMORY_MEGABYTES = 128;

export function createPreviews() {
  const pool = createThreadPool<DrawMethods>({
    program: ownProgram('draw-program', import.meta.url).href,
    size: 1,
    memoryMegabytes: MEMORY_MEGABYTES,
  });
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  return {
    draw(words: PreviewWords, owner: string): Promise<Uint8Array<ArrayBuffer>> {
      const svg = previewSvg(words);
      const key = createHash('sha256').update(svg).digest('base64');
      const ready = kept.get(key);
      if (ready !== undefined) return ready;
      const drawn = pool.use((thread) => thread.call('draw', [svg], { timeLimitMs: DRAWING_MS }), { owner });
      kept.set(key, drawn);
      drawn.catch(() => kept.delete(key));
      const oldest = kept.keys().next();
      if (kept.size > MOST_KEPT && !oldest.done) kept.delete(oldest.value);
      return drawn;
    },
    close: () => pool.close(),
  };
}
