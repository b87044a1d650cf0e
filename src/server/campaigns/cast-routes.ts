import { changeCast, readCast, readTalkShare, undoCast } from '#contract/speakers.ts';
import { revisionOf } from '#server/http/if-match.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { CastService } from './cast.ts';
import { talkShareOf } from './talk-share.ts';

export function castRoutes(
  mount: Mount,
  { database, cast }: { database: Database; cast: CastService },
): void {
  mount(readCast, ({ user, params, query }) =>
    cast.read(database.orm, user.userId, params.campaignId, query.sessionId ?? null),
  );
  mount(readTalkShare, ({ user, params }) => talkShareOf(database.orm, user.userId, params.campaignId));
  mount(changeCast, ({ user, params, headers, body }) =>
    database.transaction((tx) =>
      cast.change(tx, user.userId, params.campaignId, revisionOf(headers['if-match']), body),
    ),
  );
  mount(undoCast, ({ user, params, headers, body }) =>
    database.transaction((tx) =>
      cast.undo(tx, user.userId, params.campaignId, revisionOf(headers['if-match']), body.sessionId),
    ),
  );
}
