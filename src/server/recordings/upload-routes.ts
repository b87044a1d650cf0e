import type { Context } from 'hono';
import { cancelUpload, createUpload, listUploads, readStorage, readUpload } from '#contract/uploads.ts';
import type { Authenticator } from '#server/http/authenticator.ts';
import { type Gate, takingOwnPlace } from '#server/http/gate.ts';
import type { App, Mount, RequestVariables } from '#server/http/mount.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { tusPath, type UploadBytes } from './upload-bytes.ts';
import type { Uploads } from './uploads.ts';

const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function uploadRoutes(
  mount: Mount,
  app: App,
  services: { uploads: Uploads; bytes: UploadBytes; authenticator: Authenticator; gate?: Gate },
): void {
  const { uploads, bytes, authenticator, gate } = services;

  mount(createUpload, ({ user, params, body }) => uploads.create(user.userId, params.sessionId, body));
  mount(listUploads, async ({ user, params, query }) => ({
    uploads: await uploads.list(user.userId, params.sessionId, query.status),
  }));
  mount(readStorage, ({ user }) => uploads.storage(user.userId));
  mount(readUpload, ({ user, params }) => uploads.read(user.userId, params.uploadId));
  mount(cancelUpload, ({ user, params }) => uploads.cancel(user.userId, params.uploadId));

  const sendBytes = async (context: Context<{ Variables: RequestVariables }>): Promise<Response> => {
    const request = asPatch(context.req.raw);
    gate?.assertRoom();
    const { userId } = await authenticator.required(request);
    context.set('userId', userId);
    const uploadId = context.req.param('uploadId') ?? '';
    if (!UPLOAD_ID.test(uploadId)) throw new Refusal('notFound');
    if (request.method !== 'HEAD' && request.method !== 'PATCH') throw new Refusal('methodNotAllowed');
    await uploads.admit(userId, uploadId, request.method);
    if (gate === undefined || request.method === 'HEAD') return bytes.handle(request);
    return gate.run(() => bytes.handle(request), request.signal);
  };
  app.all(`${tusPath}/:uploadId`, takingOwnPlace(sendBytes));
}

/** Some networks block PATCH; tus sends it as POST with this header then. */
function asPatch(request: Request): Request {
  const isOverridden =
    request.method === 'POST' && request.headers.get('x-http-method-override')?.toUpperCase() === 'PATCH';
  return isOverridden ? new Request(request, { method: 'PATCH' }) : request;
}
