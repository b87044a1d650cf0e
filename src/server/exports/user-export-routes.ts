import { exportUser } from '#contract/account.ts';
import type { Mount } from '#server/http/mount.ts';
import { createRateLimit } from '#server/platform/rate-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { UserExport } from './user-export.ts';

const perUser = { count: 10, windowMs: 3_600_000 };

export function userExportRoute(
  mount: Mount,
  deps: Pick<Shared, 'database' | 'clock'> & { userExport: UserExport },
): void {
  const limit = createRateLimit(deps, 'exports', perUser);
  mount(exportUser, async ({ user, params }) => {
    if (params.userId !== user.userId) throw new Refusal('notFound');
    await limit.enforce(user.userId);
    return new Response(await deps.userExport.archive(user.userId), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="hearthscribe-export.zip"',
        'cache-control': 'no-store',
      },
    });
  });
}
