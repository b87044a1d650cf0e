import {
  changeSession,
  createSession,
  deleteSession,
  listSessions,
  readSession,
} from '#contract/sessions.ts';
import { revisionOf } from '#server/http/if-match.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Sessions } from './sessions.ts';

export function sessionRoutes(mount: Mount, sessions: Sessions): void {
  mount(listSessions, async ({ user, params, query }) => ({
    status: 200,
    body: await sessions.list(user.userId, params.campaignId, query),
  }));
  mount(createSession, async ({ user, params, body }) => ({
    status: 201,
    body: await sessions.create(user.userId, params.campaignId, body),
  }));
  mount(readSession, async ({ user, params }) => ({
    status: 200,
    body: await sessions.read(user.userId, params.sessionId),
  }));
  mount(changeSession, async ({ user, params, headers, body }) => ({
    status: 200,
    body: await sessions.change(user.userId, params.sessionId, revisionOf(headers['if-match']), body),
  }));
  mount(deleteSession, async ({ user, params }) => {
    await sessions.remove(user.userId, params.sessionId);
    return { status: 204 };
  });
}
