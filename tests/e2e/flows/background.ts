import type { NotesEngineShown } from '#contract/notes-engines.ts';
import type { Session } from '#contract/sessions.ts';
import type { CastSheet } from '#contract/speakers.ts';
import type { ServerStatus } from '#contract/status.ts';
import { noTrackers } from '#contract/trackers.ts';
import { authFlow } from '#machines/auth/auth.flow.ts';
import { campaign, notes, session, transcript } from '#tests/support/web-fixtures.ts';
import { type Answer, failed, json } from '../support/held-backend.ts';
import type { Surroundings } from './chromium-stage.ts';

const known = authFlow.outcomes.checkSession[0];
const knownUser = known.type === 'done' ? known.output.user : null;

export const flowUserId = knownUser?.userId ?? '';

export const signedOut = json({ isAuthenticated: false, allowedCountry: true, country: null });

/** The dialog is opened for a session that the page does not show. */
export const showsModal =
  (modal: string) =>
  async ({ harness }: Surroundings) => {
    await harness('send', 'modals', { type: 'modal.opened', modal } as { type: string });
    return false;
  };

export const signedIn = json(knownUser);

export const quietStatus: ServerStatus = {
  now: '2026-01-01T00:00:00.000Z',
  maintenance: null,
  issues: false,
  links: { discord: null, sites: [] },
  allowedCountry: true,
  country: null,
  hearing: { state: 'ready', megabytes: 0 },
  pricePercent: 100,
};

const pageWrites: NotesEngineShown = {
  writer: 'page',
  model: null,
  state: { state: 'ready' },
  downloadBytes: 0,
  memoryBytes: 0,
  mayFetch: false,
  sends: { what: 'nothing' },
  perThousandWords: null,
};

const cast: CastSheet = {
  revision: 1,
  people: [
    {
      id: '01900000-0000-7000-8000-00000000bb01',
      player: 'Mira',
      role: 'player',
      characters: ['Nyx'],
    },
  ],
  speakers: [],
  canBeHeard: false,
  gameMaster: null,
  undo: null,
  tellsVoicesApart: true,
  memory: null,
  voices: null,
};

export const flowSessionId = '01900000-0000-7000-8000-00000000c001';
export const campaignId = campaign.id;

export const emptySession: Session = {
  ...session,
  id: flowSessionId,
  state: 'empty',
  audio: null,
  transcriptId: null,
  latestAnalysisId: null,
  summaryPreview: null,
};

export function ordinaryAnswer(method: string, path: string, shown: Session = emptySession): Answer | null {
  const place = path.split('?')[0];
  if (path.includes('cursor=unauthorized')) return failed({ code: 'unauthorized' });
  if (place === '/campaigns') return json({ campaigns: [campaign], nextCursor: null });
  if (place === `/campaigns/${campaign.id}`) return json(campaign);
  if (place === `/campaigns/${campaign.id}/sessions`) return json({ sessions: [shown], nextCursor: null });
  if (method === 'GET' && place === `/sessions/${shown.id}`) return json(shown);
  if (method === 'GET' && place === `/sessions/${shown.id}/analyses`) return json({ analyses: [] });
  if (method === 'GET' && place === `/sessions/${shown.id}/instruction`)
    return json({ writer: null, instruction: null });
  if (method === 'GET' && place === `/sessions/${shown.id}/recaps`)
    return json({ writer: null, styles: [], characters: [], recaps: [] });
  if (place === `/sessions/${shown.id}/notes`) return json({ ...notes, sessionId: shown.id });
  if (method === 'GET' && place === `/sessions/${shown.id}/posts`) return json({ posts: [] });
  if (place === `/transcripts/${transcript.id}`) return json(transcript);
  if (place?.startsWith('/transcripts/')) return failed({ code: 'notFound' });
  if (place === `/campaigns/${campaign.id}/proposal-counts`) return json({ open: 0, shown: 0, sessions: [] });
  if (place === `/campaigns/${campaign.id}/question-counts`)
    return json({ open: 0, answered: 0, sessions: [] });
  if (place === `/campaigns/${campaign.id}/cast`) return json(cast);
  if (place === `/campaigns/${campaign.id}/older-notes`) return json({ unwritten: 0, run: null });
  // Chromium opens six connections at a time: no path must wait behind what it is not about.
  if (place === '/recaps/taken') return json({ recaps: [] });
  if (place === '/links') return json({ links: [] });
  if (place === '/storage') {
    const unused = { usedBytes: 0, limitBytes: 1_000_000 };
    return json({ ...unused, text: unused });
  }
  if (place === '/notes-engines') return json({ preferred: 'page', engines: [pageWrites] });
  if (place === '/status') return json(quietStatus);
  if (place === '/version') return { kind: 'text', status: 200, body: 'a1b2c3d4' };
  if (place === '/trackers.json') return json(noTrackers);
  if (place === '/healthz') return json({ status: 'ok', version: 'a1b2c3d4' });
  return null;
}
