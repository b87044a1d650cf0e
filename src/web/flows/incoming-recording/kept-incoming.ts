import { sniffBytes, sniffContent } from '#contract/audio-formats.ts';
import { incoming } from '#contract/incoming-recordings.ts';
import { isRecord } from '#contract/unknown-values.ts';
import type { Incoming } from '#machines/incoming-recording/incoming-recording.setup.ts';

export type KeptIncoming = ReturnType<typeof createKeptIncoming>;

const entryAddress = new RegExp(`^${incoming.path}/(\\d+)/(\\d+|place)$`);

async function fileOf(response: Response): Promise<File> {
  const blob = await response.blob();
  const name = decodeURIComponent(response.headers.get(incoming.nameHeader) ?? 'recording');
  const lastModified = Number(response.headers.get(incoming.changedHeader)) || 0;
  return new File([blob], name, { type: blob.type, lastModified });
}

const isAudio = async (file: File) =>
  (await sniffContent(
    async (offset) => new Uint8Array(await file.slice(offset, offset + sniffBytes).arrayBuffer()),
  )) !== null;

function placeOf(stored: unknown): Incoming['intended'] {
  if (!isRecord(stored)) return null;
  const { campaignId, sessionId } = stored;
  return typeof campaignId === 'string' && typeof sessionId === 'string' ? { campaignId, sessionId } : null;
}

/** What `public/incoming-recordings.js` has put into the browser's cache. */
export function createKeptIncoming(cache: Cache) {
  async function entries(): Promise<{ key: string; part: string; request: Request }[]> {
    return (await cache.keys()).flatMap((request) => {
      const [, key, part] = entryAddress.exec(new URL(request.url).pathname) ?? [];
      return key !== undefined && part !== undefined ? [{ key, part, request }] : [];
    });
  }

  async function files(key: string): Promise<readonly File[]> {
    const own = (await entries()).filter((entry) => entry.key === key && entry.part !== 'place');
    const inOrder = own.toSorted((one, other) => Number(one.part) - Number(other.part));
    const responses = await Promise.all(inOrder.map(({ request }) => cache.match(request)));
    return Promise.all(responses.flatMap((response) => (response ? [fileOf(response)] : [])));
  }

  return {
    files,
    /** What was sent together first. */
    async find(): Promise<Incoming | null> {
      const all = await entries();
      const [first] = all
        .filter(({ part }) => part !== 'place')
        .toSorted((one, other) => Number(one.key) - Number(other.key));
      if (first === undefined) return null;
      const { key } = first;
      const sent = await files(key);
      const intended = await cache.match(`${incoming.path}/${key}/place`);
      return {
        key,
        names: sent.map(({ name }) => name),
        sizeBytes: sent.reduce((sum, { size }) => sum + size, 0),
        isAudio: (await Promise.all(sent.map(isAudio))).every(Boolean),
        intended: placeOf(await intended?.json().catch(() => null)),
      };
    },
    async intend(
      key: string,
      { campaignId, sessionId }: { campaignId: string; sessionId: string },
    ): Promise<void> {
      await cache.put(`${incoming.path}/${key}/place`, Response.json({ campaignId, sessionId }));
    },
    async remove(key: string): Promise<void> {
      const own = (await entries()).filter((entry) => entry.key === key);
      await Promise.all(own.map(({ request }) => cache.delete(request)));
    },
  };
}
