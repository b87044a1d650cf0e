import { changeCast, readCast, undoCast } from '#contract/speakers.ts';
import { revisionOf } from '#server/http/if-match.ts';
import type { Mount } from '#server/http/mount.ts';
import type { CastService } from './cast.ts';

export function castRoutes(mount: Mount, { cast }: { cast: CastService }): void {
  mount(readCast, async ({ user, params, query }) => ({
    status: 200,
    body: await cast.read(user.userId, params.campaignId, query.sessionId ?? null),
  }));
  mount(changeCast, async ({ user, params, headers, body }) => ({
    status: 200,
    body: await cast.change(user.userId, params.campaignId, revisionOf(headers['if-match']), body),
  }));
  mount(undoCast, async ({ user, params, headers, body }) => ({
    status: 200,
    body: await cast.undo(user.userId, params.campaignId, revisionOf(headers['if-match']), body.sessionId),
  }));
}
