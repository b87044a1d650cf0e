import { readLegalText } from '#contract/legal.ts';
import { Reply } from '#server/http/mount.ts';
import type { Room } from '#server/http/room.ts';
import type { LegalTexts } from './legal-texts.ts';

export const createLegal = (texts: Pick<LegalTexts, 'text'>): Room => ({
  routes: (mount) =>
    mount(
      readLegalText,
      ({ params }) => new Reply(200, { text: texts.text(params.name) }, { 'cache-control': 'no-cache' }),
    ),
});
