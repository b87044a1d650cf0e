import { readLegalText } from '#contract/legal.ts';
import { type Mount, Reply } from '#server/http/mount.ts';
import type { LegalTexts } from './legal-texts.ts';

/** R2.10. */
export function legalRoute(mount: Mount, texts: Pick<LegalTexts, 'text'>): void {
  mount(
    readLegalText,
    ({ params }) => new Reply(200, { text: texts.text(params.name) }, { 'cache-control': 'no-cache' }),
  );
}
