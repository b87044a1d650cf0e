import { readLegalText } from '#contract/legal.ts';
import type { Mount } from '#server/http/mount.ts';
import type { LegalTexts } from './legal-texts.ts';

/** R2.10. */
export function legalRoute(mount: Mount, texts: Pick<LegalTexts, 'text'>): void {
  mount(readLegalText, async ({ params }) => ({
    status: 200,
    body: { text: texts.text(params.name) },
    headers: { 'cache-control': 'no-cache' },
  }));
}
