import { analysisJobFlow } from './analysis-job/analysis-job.flow.ts';
import type { AnyCatalogueEntry } from './kit/catalogue.ts';
import { loadingOverlayFlow } from './loading-overlay/loading-overlay.flow.ts';

/** Every flow of the product, in the order in which people read them. */
export const catalogue: readonly AnyCatalogueEntry[] = [analysisJobFlow, loadingOverlayFlow];
