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
  mount(listSessions, ({ user, params, query }) => sessions.list(user.userId, params.campaignId, query));
  mount(createSession, ({ user, params, body }) => sessions.create(user.userId, params.campaignId, body));
  mount(readSession, ({ user, params }) => sessions.read(user.userId, params.sessionId));
  mount(changeSession, ({ user, params, headers, body }) =>
    sessions.change(user.userId, params.sessionId, revisionOf(headers['if-match']), body),
  );
  mount(deleteSession, ({ user, params }) => sessions.remove(user.userId, params.sessionId));
}
