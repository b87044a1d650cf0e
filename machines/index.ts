import { accountPartFlow } from './account-part/account-part.flow.ts';
import { analysisFlow } from './analysis/analysis.flow.ts';
import { analysisJobFlow } from './analysis-job/analysis-job.flow.ts';
import { authFlow } from './auth/auth.flow.ts';
import { clickDebounceFlow } from './click-debounce/click-debounce.flow.ts';
import { clientIdLookupFlow } from './client-id-lookup/client-id-lookup.flow.ts';
import { clipboardFlow } from './clipboard/clipboard.flow.ts';
import type { AnyCatalogueEntry } from './kit/catalogue.ts';
import { loadingOverlayFlow } from './loading-overlay/loading-overlay.flow.ts';
import { modalsFlow } from './modals/modals.flow.ts';
import { pageHeadFlow } from './page-head/page-head.flow.ts';
import { releaseWatchFlow } from './release-watch/release-watch.flow.ts';
import { scrollToTargetFlow } from './scroll-to-target/scroll-to-target.flow.ts';
import { signInFlow } from './sign-in/sign-in.flow.ts';
import { uploadFlow } from './upload/upload.flow.ts';

/** Every flow of the product, in the order in which people read them. */
export const catalogue: readonly AnyCatalogueEntry[] = [
  authFlow,
  signInFlow,
  uploadFlow,
  analysisFlow,
  analysisJobFlow,
  releaseWatchFlow,
  modalsFlow,
  loadingOverlayFlow,
  clipboardFlow,
  clickDebounceFlow,
  scrollToTargetFlow,
  pageHeadFlow,
  accountPartFlow,
  clientIdLookupFlow,
];
