import { deleteRecording, playPlayback, readPlayback, remakePlayback } from '#contract/playbacks.ts';
import { changeMarks } from '#contract/sessions.ts';
import { readSoundLanes } from '#contract/sound-lanes.ts';
import { bodyStream } from '#server/http/body-stream.ts';
import { byteRangeOf } from '#server/http/byte-range.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { replaceMarks } from './marks.ts';
import type { Playbacks } from './playbacks.ts';

export function playbackRoutes(
  mount: Mount,
  { playbacks, database }: { playbacks: Playbacks; database: Database },
): void {
  mount(readPlayback, ({ user, params }) => playbacks.read(user.userId, params.sessionId));
  mount(remakePlayback, ({ user, params }) => playbacks.remake(user.userId, params.sessionId));
  mount(readSoundLanes, ({ user, params }) => playbacks.lanes(user.userId, params.sessionId));
  mount(deleteRecording, ({ user, params }) => playbacks.deleteRecording(user.userId, params.sessionId));
  mount(changeMarks, async ({ user, params, body }) => ({
    marks: await replaceMarks(database, { ...params, ...body, userId: user.userId }),
  }));
  mount(playPlayback, async ({ params, query, request }) => {
    const { size, mimeType, etag, bytes, secondsLeft } = await playbacks.open(params.sessionId, query.key);
    const headers = new Headers({
      'accept-ranges': 'bytes',
      'cache-control': `private, max-age=${secondsLeft}`,
      'content-type': mimeType,
      etag,
    });
    const range = byteRangeOf(request.headers, { size, etag });
    if (range === 'unsatisfiable') {
      const { status, body } = new Refusal('rangeNotSatisfiable');
      const told = { 'cache-control': 'no-store', 'content-range': `bytes */${size}` };
      return Response.json(body, { status, headers: told });
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    headers.set('content-length', String(end - start + 1));
    if (range !== null) headers.set('content-range', `bytes ${start}-${end}/${size}`);
    const body = request.method === 'HEAD' ? null : bodyStream(bytes(start, end));
    return new Response(body, { status: range === null ? 200 : 206, headers });
  });
}
