import { version } from '#contract/server.ts';
import { serverStatus } from '#contract/status.ts';
import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { releaseWatchMachine } from '#machines/release-watch/release-watch.machine.ts';
import type { ApiClient } from '#web/api/api-client.ts';

/** The release-watch chart with its effects; `client` calls the page's own origin (R7.13). */
export function provideReleaseWatch(effects: {
  client: ApiClient;
  reload: () => void;
}): typeof releaseWatchMachine {
  const { client, reload } = effects;
  return provideActors(
    releaseWatchMachine,
    implement(releaseWatchMachine).promise('checkRelease', async ({ signal }) => {
      const [status, text] = await Promise.all([
        client.call(serverStatus, { signal }),
        client.call(version, { signal }),
      ]);
      const { maintenance } = status;
      return {
        now: Date.parse(status.now),
        maintenance: maintenance && {
          start: Date.parse(maintenance.start),
          end: Date.parse(maintenance.end),
        },
        hasIssues: status.issues,
        version: text,
      };
    }),
  ).provide({ actions: { reloadPage: reload } });
}
