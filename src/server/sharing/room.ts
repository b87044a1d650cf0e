import type { NotesService } from '#server/campaigns/notes.ts';
import type { ClientAddressOf } from '#server/http/client-address.ts';
import type { Room } from '#server/http/room.ts';
import { createSlowAnswers, type SlowAnswers } from '#server/http/slow-answers.ts';
import type { WebFiles } from '#server/http/web-files.ts';
import type { Shared } from '#server/platform/shared.ts';
import { createPageAnswers } from './page-answers.ts';
import { createPageSearch } from './page-forms.ts';
import { publicPageRoutes } from './page-routes.ts';
import { createPreviews } from './preview/previews.ts';
import { createProposalBox } from './proposal-box.ts';
import { proposalRoutes } from './proposal-routes.ts';
import { createProposals } from './proposals.ts';
import { createPublicPages } from './public-pages.ts';
import { createShareLinks, endLinks } from './share-links.ts';
import { createSharedNotes } from './shared-content.ts';
import { sharingRoutes } from './sharing-routes.ts';
import { createAbouts } from './table-abouts.ts';
import { tableRoutes } from './table-routes.ts';
import { createTableSearch, type SearchShared } from './table-search.ts';
import { createPageThreads, type PageThreads } from './threads/page-threads.ts';

export { countWaitingChanges, proposeChanges } from './model-proposals.ts';

export function createSharing({
  threads = createPageThreads(),
  ...deps
}: Pick<Shared, 'database' | 'clock'> & {
  threads?: PageThreads | undefined;
  notes: NotesService;
  web: WebFiles | null;
  publicOrigin: string | null;
  clientAddress: ClientAddressOf;
  search: SearchShared;
  slowAnswers?: SlowAnswers;
}) {
  const shared = { slowAnswers: createSlowAnswers(), ...deps, threads };
  const previews = createPreviews();
  const box = createProposalBox(deps);
  const sharedNotes = createSharedNotes(shared);
  return {
    shownTo: sharedNotes.ofCampaign,
    shownNotes: sharedNotes.read,
    endLinks,
    routes(mount, app) {
      sharingRoutes(mount, { links: createShareLinks(deps), notes: sharedNotes });
      proposalRoutes(mount, createProposals(shared));
      const pages = createPublicPages(shared);
      const answers = createPageAnswers({ ...shared, pages, previews });
      const search = createTableSearch({ ...shared, pages });
      const pageSearch = createPageSearch({ ...deps, answers, search });
      publicPageRoutes(app, answers, pageSearch);
      tableRoutes(app, { ...deps, answers, abouts: createAbouts(shared), box, search, pageSearch });
    },
    async stop() {
      await threads.close();
      await previews.close();
    },
    chores: { suggestions: box.prune },
  } satisfies Room & { shownTo: unknown; shownNotes: unknown; endLinks: unknown };
}
