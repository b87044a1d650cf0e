import type { Room } from '#server/http/room.ts';
import { legalRoute } from './legal-routes.ts';
import type { LegalTexts } from './legal-texts.ts';

export const createLegal = (texts: Pick<LegalTexts, 'text'>): Room => ({
  routes: (mount) => legalRoute(mount, texts),
});
