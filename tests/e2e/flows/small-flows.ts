import type { ProposalList } from '#contract/proposals.ts';
import { defaultShow } from '#contract/sharing.ts';
import { storedNotesDraft } from '#contract/stored-drafts.ts';
import { storedDraft } from '#contract/stored-forms.ts';
import { storedNextSteps } from '#contract/stored-steps.ts';
import type { FlowOutcome } from '#flows/flow.ts';
import type { NotesAutosaveInput } from '#machines/notes-autosave/notes-autosave.setup.ts';
import type { PrepSheetInput } from '#machines/prep-sheet/prep-sheet.setup.ts';
import type { RecordChangeInput } from '#machines/record-change/record-change.setup.ts';
import type { ReleaseSighting, ReleaseWatchInput } from '#machines/release-watch/release-watch.setup.ts';
import {
  analysis,
  campaign,
  editedLines,
  editedTranscript,
  eveningAnalysis,
  notes,
  ownNotes,
  session,
  prepSheet as sheet,
  world,
} from '#tests/support/web-fixtures.ts';
import { type Answer, dropped, failed, json, noContent } from '../support/held-backend.ts';
import {
  campaignId,
  emptySession,
  flowSessionId,
  flowUserId,
  ordinaryAnswer,
  quietStatus,
  showsModal,
  signedIn,
  signedOut,
} from './background.ts';
import type { ChromiumFlow } from './chromium-stage.ts';

const asStranger = (method: string, path: string): Answer | null =>
  path === '/check-session' ? signedOut : ordinaryAnswer(method, path);

export const loadingOverlay: ChromiumFlow = {
  settings: () => ({ signedIn: false }),
  address: () => '/',
  background: asStranger,
  beginsAnew: true,
  prepare: async ({ page }) => {
    await page.getByRole('button', { name: 'Join / Login' }).waitFor();
  },
};

export const modals: ChromiumFlow = {
  settings: () => ({ signedIn: true, standInModals: true }),
  address: () => '/',
  background: (method, path) => (path === '/check-session' ? signedIn : ordinaryAnswer(method, path)),
  prepare: async ({ page }) => {
    await page.getByRole('button', { name: 'Feedback' }).waitFor();
  },
};

export const consent: ChromiumFlow = {
  settings: () => ({ signedIn: false, toldFlows: ['consent'] }),
  address: () => '/cookies',
  background: asStranger,
  prepare: ({ arrive, page }) =>
    arrive(
      'the page',
      async () => (await page.getByText('No tracker runs in your browser right now').count()) > 0,
    ),
};

export const feedback: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => '/terms',
  background: (method, path) => {
    if (path === '/feedback') return null;
    return path === '/check-session' ? signedIn : ordinaryAnswer(method, path);
  },
  prepare: async ({ page }) => {
    await page.getByRole('button', { name: 'Feedback' }).waitFor();
  },
  actors: {
    sendFeedback: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      const kept = json({ feedbackId: flowSessionId }, 201);
      await answer('POST', /^\/feedback$/, outcome.type === 'done' ? kept : dropped);
      return true;
    },
  },
};

const linkAnswer =
  (method: string, path: RegExp, none: Answer | null = null): NonNullable<ChromiumFlow['actors']>[string] =>
  async ({ answer }, outcome) => {
    if (outcome.type === 'emits') return false;
    await answer(method, path, outcome.type === 'done' ? (none ?? json(outcome.output)) : dropped);
    return true;
  };
/** Marks change what the first answer shows, so that there is something to save. */
function marksAnswer(visibility: 'gm' | 'public'): NonNullable<ChromiumFlow['actors']>[string] {
  /** Its end was told, and the next step waits for its request. */
  let isBehind = false;
  return async ({ answer }, outcome) => {
    const path = /^\/sessions\/[\w-]+\/notes$/;
    const names = ['the notes are marked', 'the notes were marked so already', 'the notes are as before'];
    if (outcome.type === 'emits' || (outcome.type === 'done' && !names.includes(outcome.name))) {
      isBehind = true;
      return false;
    }
    if (isBehind) await answer('GET', path, dropped);
    isBehind = false;
    if (outcome.type === 'error') {
      await answer('GET', path, dropped);
      return true;
    }
    const section = {
      key: 'summary',
      title: 'Summary',
      body: 'Words.',
      visibility,
      source: 'analysis',
      lines: [],
    };
    const isSaved = outcome.name !== 'the notes were marked so already';
    const present = { ...notes, sections: isSaved ? [section] : [] };
    await answer('GET', path, json(present));
    if (isSaved) await answer('PATCH', path, json(present));
    return true;
  };
}
const linkPath = /^\/sessions\/[\w-]+\/(public|players)-link$/;

export const shareLink: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path, running) => {
    if (/\/(public|players)-link/.test(path)) return null;
    const isMarking = running.some((actor) => ['markNotes', 'undoMarks'].includes(actor));
    // They are saved in the step that ends the actor.
    if (/\/notes$/.test(path) && (isMarking || method === 'PATCH')) return null;
    if (/\/shared-notes/.test(path)) return json({ title: 'Session 3', parts: [] });
    return path === '/check-session' ? signedIn : ordinaryAnswer(method, path, emptySession);
  },
  prepare: ({ arrive, page }) =>
    arrive('the session', async () => (await page.getByRole('button', { name: 'Share' }).count()) > 0),
  actors: {
    readLink: linkAnswer('GET', linkPath),
    turnOnLink: linkAnswer('PUT', linkPath),
    changeLink: linkAnswer('PUT', linkPath),
    renewLink: linkAnswer('POST', /^\/sessions\/[\w-]+\/(public|players)-link\/renewal$/),
    setPassphrase: linkAnswer('PUT', linkPath),
    removePassphrase: linkAnswer('PUT', linkPath),
    chooseCampaignPage: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      const link = { publicId: null, enabled: false, show: defaultShow('players'), hasPassphrase: false };
      const chosen = outcome.type === 'done' ? json({ ...link, campaignPage: outcome.output }) : dropped;
      await answer('PUT', /^\/sessions\/[\w-]+\/(public|players)-link\/campaign-page$/, chosen);
      return true;
    },
    revokeLink: linkAnswer('DELETE', linkPath, noContent),
    markNotes: marksAnswer('gm'),
    undoMarks: marksAnswer('public'),
    copyLink: ({ harness }, outcome) => harness('copied', outcome.type === 'done'),
  },
};

export const campaignSearch: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => {
    if (path.startsWith('/search')) return null;
    if (path === '/check-session') return signedIn;
    // Where a hit leads. Unanswered, its requests would wait in all the connections that a browser has for a host.
    const isElsewhere = ![campaignId, flowSessionId].some((id) => path.includes(id));
    if (isElsewhere && /^\/(campaigns|sessions)\/(?!.*\/playback$)/.test(path))
      return failed({ code: 'notFound' });
    return ordinaryAnswer(method, path, emptySession);
  },
  prepare: ({ arrive, page }) =>
    arrive(
      'the session',
      async () => (await page.getByRole('button', { name: 'Search your sessions' }).count()) > 0,
    ),
  actors: {
    readSuggestions: async ({ answer }, outcome) => {
      const names = outcome.type === 'done' ? json({ names: outcome.output }) : dropped;
      await answer('GET', /^\/search\/suggestions\b/, names);
      return outcome.type !== 'emits';
    },
    search: linkAnswer('POST', /^\/search$/),
    answerQuestion: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      const event = {
        kind: 'text' as const,
        status: 200,
        body: outcome.type === 'done' ? `event: answer\ndata: ${JSON.stringify(outcome.output)}\n\n` : '',
        headers: { 'content-type': 'text/event-stream' },
      };
      await answer('POST', /^\/search\/answer$/, outcome.type === 'done' ? event : dropped);
      return true;
    },
  },
};

export const proposalReview: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => {
    if (/\/proposals/.test(path)) return null;
    if (path === `/campaigns/${campaignId}/proposal-counts`)
      return json({ open: 3, shown: 1, sessions: [{ sessionId: flowSessionId, open: 3, shown: 1 }] });
    return path === '/check-session' ? signedIn : ordinaryAnswer(method, path, emptySession);
  },
  prepare: ({ arrive, page }) =>
    arrive(
      'the session',
      async () => (await page.getByRole('button', { name: 'Suggestions (3)' }).count()) > 0,
    ),
  actors: {
    readProposals: async ({ answer, page }, outcome) => {
      if (outcome.type === 'emits') return false;
      const { list, drafts } = (outcome.type === 'done' ? outcome.output : { list: null, drafts: {} }) as {
        list: ProposalList | null;
        drafts: Record<string, string>;
      };
      for (const [id, text] of Object.entries(drafts)) {
        const { key } = storedDraft(flowUserId, `suggestion ${flowSessionId} ${id}`);
        const kept = JSON.stringify({ written: { text }, from: {} });
        await page.evaluate(([at = '', value = '']) => localStorage.setItem(at, value), [key, kept]);
      }
      await answer('GET', /^\/sessions\/[\w-]+\/proposals$/, list === null ? dropped : json(list));
      return true;
    },
    acceptProposals: async ({ answer, page }, outcome) => {
      if (outcome.type === 'emits') return false;
      const code = outcome.type === 'error' ? (outcome.error as { code: string }).code : null;
      const chosen = await page.locator('.proposal [aria-busy="true"]').count();
      for (let asked = 0; asked < chosen; asked += 1)
        await answer(
          'POST',
          /^\/proposals\/[\w-]+\/acceptance$/,
          code === null ? noContent : code === 'proposalOutdated' ? failed({ code }) : dropped,
        );
      return true;
    },
    rejectProposals: linkAnswer('POST', /^\/proposals\/rejections$/, noContent),
    reopenProposals: linkAnswer('POST', /^\/proposals\/reopenings$/, noContent),
  },
};

const refusedOr =
  (method: string, path: RegExp, done: Answer): NonNullable<ChromiumFlow['actors']>[string] =>
  async ({ answer }, outcome) => {
    if (outcome.type === 'emits') return false;
    await answer(method, path, outcome.type === 'done' ? done : failed(outcome.error as { code: string }));
    return true;
  };

const creationPath = /\/(campaigns|sessions|sample)$/;
const madeCampaign = { ...campaign, id: '01900000-0000-7000-8000-00000000ca02' };

export const creation: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => {
    if (method === 'POST' && creationPath.test(path)) return null;
    if (path.startsWith(`/campaigns/${madeCampaign.id}`))
      return path.endsWith(madeCampaign.id) ? json(madeCampaign) : json({ sessions: [], nextCursor: null });
    return path === '/check-session' ? signedIn : ordinaryAnswer(method, path);
  },
  prepare: ({ arrive, page }) =>
    arrive('the campaign', async () => (await page.getByRole('button', { name: 'New session' }).count()) > 0),
  actors: {
    create: async (around, outcome) => {
      const { path } = await around.request(['POST'], creationPath);
      const made = path.endsWith('/sessions')
        ? emptySession
        : path.endsWith('/sample')
          ? { campaignId, sessionId: null }
          : madeCampaign;
      return refusedOr('POST', creationPath, json(made, 201))(around, outcome);
    },
  },
};

export const deletion: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => {
    if (method === 'DELETE') return null;
    if (path === '/check-session') return signedIn;
    if (path.includes('/uploads')) return json({ uploads: [] });
    return ordinaryAnswer(method, path, { ...emptySession, state: 'audioReady', audio: session.audio });
  },
  prepare: ({ arrive, page }) =>
    arrive(
      'the session',
      async () => (await page.getByRole('button', { name: 'Session settings' }).count()) > 0,
    ),
  actors: { deleteRecord: refusedOr('DELETE', /^\/sessions\/[\w-]+\/recording$/, noContent) },
};

const copiedAnalysis = { ...analysis, sessionId: flowSessionId };

export const copyToNotes: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}#analysis`,
  background: (method, path) => {
    if (method === 'POST') return null;
    if (path === '/check-session') return signedIn;
    if (path === `/sessions/${flowSessionId}/analyses`) return json({ analyses: [copiedAnalysis] });
    if (path === `/analyses/${analysis.id}`) return json(copiedAnalysis);
    const { transcriptId } = analysis;
    return ordinaryAnswer(method, path, {
      ...emptySession,
      state: 'ready',
      audio: session.audio,
      transcriptId,
      latestAnalysisId: analysis.id,
    });
  },
  prepare: ({ arrive, page }) =>
    arrive(
      'the analysis',
      async () => (await page.getByRole('button', { name: 'Copy to notes' }).count()) > 0,
    ),
  actors: {
    copyNotes: refusedOr('POST', /^\/analyses\/[\w-]+\/copy-to-notes$/, json(copiedAnalysis)),
  },
};

const threadsPath = /^\/campaigns\/[\w-]+\/threads$/;

const saveChanges: NonNullable<ChromiumFlow['actors']>[string] = async ({ answer }, outcome) => {
  if (outcome.type === 'emits') return false;
  const code = outcome.type === 'error' ? (outcome.error as { code: string }).code : null;
  await answer(
    'POST',
    /^\/campaigns\/[\w-]+\/world\/changes$/,
    outcome.type === 'done'
      ? json({ undo: outcome.output })
      : code === 'worldChanged'
        ? failed({ code })
        : dropped,
  );
  return true;
};

export const worldReview: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&world=names`,
  background: (method, path) => {
    if (method === 'POST') return null;
    if (path === '/check-session') return signedIn;
    if (path === `/campaigns/${campaignId}/world`) return json(world);
    return ordinaryAnswer(method, path, emptySession);
  },
  prepare: ({ arrive, page }) =>
    arrive(
      'the world',
      async () => (await page.getByRole('button', { name: 'Merge Alura into Allura' }).count()) > 0,
    ),
  actors: { saveChanges },
};

const eveningOf = (held: RegExp): ChromiumFlow => ({
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}#analysis`,
  background: (method, path) => {
    if (method !== 'GET' && held.test(path)) return null;
    if (path === '/check-session') return signedIn;
    const own = { ...eveningAnalysis, sessionId: flowSessionId };
    if (path === `/analyses/${own.id}`) return json(own);
    if (path.startsWith(`/sessions/${flowSessionId}/analyses`))
      return json({ analyses: [{ ...own, result: null }] });
    if (path.startsWith(`/sessions/${flowSessionId}/uploads`)) return json({ uploads: [] });
    if (path.startsWith(`/sessions/${flowSessionId}/notes`))
      return json({ ...ownNotes, sessionId: flowSessionId });
    return ordinaryAnswer(method, path, {
      ...emptySession,
      title: 'At the lighthouse',
      state: 'ready',
      transcriptId: own.transcriptId,
      latestAnalysisId: own.id,
    });
  },
  prepare: ({ arrive, page }) =>
    arrive('the passages', async () => (await page.locator('.passage').count()) > 0),
});

export const passageMove = eveningOf(/^$/);

/** As the server has it. */
let record = { isForm: true, revision: 2, title: 'Session 3', isReadable: true };
const keptPath = /\/notes\/passages$/;
const shownEvening = eveningOf(keptPath);

export const recordChange: ChromiumFlow = {
  ...shownEvening,
  settings: ({ start }) => {
    record = { ...(start.input as RecordChangeInput), revision: 2, title: 'Session 3', isReadable: true };
    return { signedIn: true };
  },
  address: (path) => shownEvening.address(path).replace('#analysis', record.isForm ? '' : '#analysis'),
  background: (method, path, running) => {
    if (method === 'PATCH') return null;
    if (!record.isForm) {
      const isNotes = method === 'GET' && path.endsWith('/notes');
      return isNotes ? json(notesNow()) : shownEvening.background(method, path, running);
    }
    if (path === '/check-session') return signedIn;
    if (path === `/sessions/${flowSessionId}` && !record.isReadable) return failed({ code: 'validation' });
    return ordinaryAnswer(method, path, sessionNow());
  },
  prepare: (around) =>
    record.isForm
      ? around.arrive(
          'the session',
          async () => (await around.page.getByRole('button', { name: 'Session settings' }).count()) > 0,
        )
      : (shownEvening.prepare?.(around) ?? Promise.resolve()),
  events: {
    'record.seen': async ({ harness }, event) => {
      if ((event as { type: string; revision?: number }).revision !== 2) record.revision += 1;
      await harness('readAnew');
      return true;
    },
  },
  actors: {
    saveChange: async ({ answer }, outcome) => {
      if (outcome.type === 'emits' || outcome.name === 'the server has it, for good') return false;
      const send = (what: Answer) =>
        record.isForm ? answer('PATCH', /^\/sessions\/[\w-]+$/, what) : answer('POST', keptPath, what);
      if (outcome.type === 'done') {
        record = { ...record, revision: record.revision + 1, isReadable: true };
        await send(json(record.isForm ? sessionNow() : notesNow()));
        return true;
      }
      const { code, details } = outcome.error as { code: string; details?: unknown };
      if (code !== 'staleRevision') {
        await send(dropped);
        return true;
      }
      record = {
        ...record,
        revision: record.revision + 1,
        title: 'The drowned chapel',
        isReadable: details !== null,
      };
      await send(failed({ code }));
      // Passages are put onto the newest notes, once more if somebody else was faster.
      if (!record.isForm) await send(failed({ code }));
      return true;
    },
  },
};

const sessionNow = () => ({ ...emptySession, title: record.title, revision: record.revision });
const notesNow = () => ({ ...ownNotes, sessionId: flowSessionId, revision: record.revision });

export const threadBoard: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&world=threads`,
  background: (method, path) =>
    path === `/campaigns/${campaignId}/threads` ? null : worldReview.background(method, path, []),
  prepare: ({ arrive, harness }) =>
    arrive('the board', async () => Boolean(await harness('isRunning', 'threadBoard'))),
  actors: {
    saveChanges,
    readBoard: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      await answer('GET', threadsPath, outcome.type === 'done' ? json({ threads: outcome.output }) : dropped);
      return true;
    },
  },
};

let isPinned = false;

export const prepSheet: ChromiumFlow = {
  settings: ({ start }) => {
    ({ isPinned } = start.input as PrepSheetInput);
    return { signedIn: true };
  },
  address: () => `/campaign?campaignId=${campaignId}&world=next`,
  background: (method, path) => {
    if (method === 'PUT') return null;
    if (path === '/check-session') return signedIn;
    if (path === `/campaigns/${campaignId}/prep`)
      return json({ ...sheet, pinnedAt: isPinned ? campaign.createdAt : null });
    return ordinaryAnswer(method, path, emptySession);
  },
  prepare: ({ arrive, page }) =>
    arrive('the sheet', async () => (await page.getByLabel('Notes for the next evening').count()) > 0),
  actors: {
    saveLines: refusedOr('PUT', /^\/campaigns\/[\w-]+\/prep\/own$/, json({ revision: 1 })),
    changePin: refusedOr('PUT', /^\/campaigns\/[\w-]+\/prep\/pin$/, json(sheet)),
  },
};

const correctionsPath = /^\/campaigns\/[\w-]+\/corrections$/;

export const nameCorrection: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => {
    if (/\/corrections/.test(path)) return null;
    return path === '/check-session' ? signedIn : ordinaryAnswer(method, path, emptySession);
  },
  prepare: ({ arrive, page }) =>
    arrive('the session', async () => (await page.getByRole('button', { name: 'Fix a name' }).count()) > 0),
  actors: {
    findHits: linkAnswer('POST', correctionsPath),
    correctHits: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      const code = outcome.type === 'error' ? (outcome.error as { code: string }).code : null;
      await answer(
        'POST',
        correctionsPath,
        outcome.type === 'done'
          ? json(outcome.output, 201)
          : code === 'correctionOutdated'
            ? failed({ code })
            : dropped,
      );
      return true;
    },
    undoCorrection: linkAnswer('POST', /^\/corrections\/[\w-]+\/undo$/),
  },
};

const castPath = /^\/campaigns\/[\w-]+\/cast(?:\?.*)?$/;
function refusalOf(outcome: FlowOutcome): Answer {
  const code = outcome.type === 'error' ? (outcome.error as { code: string }).code : null;
  return code === 'staleRevision' ? failed({ code }) : dropped;
}

const castAnswer =
  (path: RegExp): NonNullable<ChromiumFlow['actors']>[string] =>
  async ({ answer }, outcome) => {
    if (outcome.type === 'emits') return false;
    await answer('POST', path, outcome.type === 'done' ? json(outcome.output) : refusalOf(outcome));
    return true;
  };

const cutVoicesPath = /^\/transcripts\/[\w-]+\/voices$/;
const voiceMemoryPath = /^\/campaigns\/[\w-]+\/voice-memory$/;

const changedThenRead =
  (path: RegExp): ReturnType<typeof castAnswer> =>
  async ({ answer }, outcome) => {
    if (outcome.type === 'emits') return false;
    await answer('POST', path, outcome.type === 'done' ? noContent : refusalOf(outcome));
    if (outcome.type === 'done') await answer('GET', castPath, json(outcome.output));
    return true;
  };

export const speakerMapping: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => {
    if (/\/(?:cast|voice-memory)(\/|\?|$)/.test(path) || cutVoicesPath.test(path)) return null;
    return path === '/check-session' ? signedIn : ordinaryAnswer(method, path, emptySession);
  },
  prepare: ({ arrive, page }) =>
    arrive('the session', async () => (await page.getByRole('button', { name: 'Who is who' }).count()) > 0),
  actors: {
    readCast: linkAnswer('GET', castPath),
    changeCast: castAnswer(castPath),
    undoCast: castAnswer(/^\/campaigns\/[\w-]+\/cast\/undo$/),
    changeVoices: changedThenRead(cutVoicesPath),
    changeMemory: changedThenRead(voiceMemoryPath),
  },
};

const versionsPath = /^\/sessions\/[\w-]+\/notes\/versions$/;
const versionPath = /^\/sessions\/[\w-]+\/notes\/versions\/\d+$/;
const restorePath = /^\/sessions\/[\w-]+\/notes\/versions\/\d+\/restore$/;

export const notesEditing: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}#notes`,
  background: (method, path) => {
    if (path.includes('/notes/versions')) return null;
    return path === '/check-session' ? signedIn : ordinaryAnswer(method, path, emptySession);
  },
  prepare: ({ arrive, page }) =>
    arrive('the notes', async () => (await page.getByRole('button', { name: 'History' }).count()) > 0),
  actors: {
    readHistory: linkAnswer('GET', versionsPath),
    readVersion: linkAnswer('GET', versionPath),
    restoreVersion: castAnswer(restorePath),
    undoRestore: castAnswer(restorePath),
  },
};

export const nextSteps: ChromiumFlow = {
  settings: ({ start }) => ({
    signedIn: true,
    staysOnPage: true,
    stored: { [storedNextSteps(flowUserId, flowSessionId).key]: JSON.stringify(start.input) },
  }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}#notes`,
  background: (method, path) => {
    if (path === '/check-session') return signedIn;
    if (path.split('?')[0] === `/sessions/${flowSessionId}/analyses`)
      return json({ analyses: [{ ...analysis, sessionId: flowSessionId }] });
    if (path === `/analyses/${analysis.id}`) return json({ ...analysis, sessionId: flowSessionId });
    return ordinaryAnswer(method, path, { ...emptySession, latestAnalysisId: analysis.id });
  },
  prepare: ({ arrive, harness }) => arrive('the bar', () => harness('isRunning', 'nextSteps')),
  events: {
    'place.left': async ({ harness }) => {
      await harness('send', 'modals', { type: 'modal.closed' });
      return true;
    },
  },
};

export const tour: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}#notes`,
  background: (method, path) =>
    path === '/check-session' ? signedIn : ordinaryAnswer(method, path, emptySession),
  prepare: ({ arrive, page }) =>
    arrive('the notes', async () => (await page.getByRole('button', { name: 'History' }).count()) > 0),
};

const editPath = /^\/transcripts\/[\w-]+\/edits$/;
const linesAnswer =
  (path: RegExp, status: number): NonNullable<ChromiumFlow['actors']>[string] =>
  async ({ answer }, outcome) => {
    if (outcome.type === 'emits') return false;
    const { code, details } = (outcome.type === 'error' ? outcome.error : {}) as {
      code?: string;
      details?: unknown;
    };
    const refusal = code === 'lineChanged' ? failed({ code, details }) : dropped;
    const unchanged = { removedIds: [], segments: [], afterId: null, transcript: editedTranscript };
    await answer('POST', path, outcome.type === 'done' ? json(unchanged, status) : refusal);
    return true;
  };

export const transcriptEditing: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}#transcript`,
  background: (method, path) => {
    if (method === 'POST' && path.includes('/edits')) return null;
    if (path === '/check-session') return signedIn;
    // Changes that the user has left stay unanswered; of six connections, they need what these would take.
    if (path.startsWith(`/sessions/${flowSessionId}/uploads`)) return json({ uploads: [] });
    if (path.endsWith('/quote')) return failed({ code: 'nothingToAnalyze' });
    if (path === `/transcripts/${editedTranscript.id}`) return json(editedTranscript);
    if (path.startsWith(`/transcripts/${editedTranscript.id}/segments`))
      return json({ segments: editedLines, segmentCount: editedLines.length, next: null });
    return ordinaryAnswer(method, path, {
      ...emptySession,
      state: 'audioReady',
      transcriptId: editedTranscript.id,
    });
  },
  prepare: ({ arrive, page }) =>
    arrive('the lines', async () => (await page.getByRole('button', { name: 'Edit line 2' }).count()) > 0),
  actors: {
    changeLines: linesAnswer(editPath, 201),
    undoEdit: linesAnswer(/^\/transcripts\/[\w-]+\/edits\/[\w-]+\/undo$/, 200),
  },
};

const questionsPath = /^\/campaigns\/[\w-]+\/questions(?:\?.*)?$/;

export const checkInbox: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => {
    if (/\/(questions|answers)(\/|\?|$)/.test(path)) return null;
    if (path === `/campaigns/${campaignId}/question-counts`)
      return json({ open: 2, answered: 1, sessions: [{ sessionId: flowSessionId, open: 2 }] });
    return path === '/check-session' ? signedIn : ordinaryAnswer(method, path, emptySession);
  },
  prepare: ({ arrive, page }) =>
    arrive(
      'the session',
      async () => (await page.getByRole('button', { name: 'Please check (2)' }).count()) > 0,
    ),
  actors: {
    readQuestions: linkAnswer('GET', questionsPath),
    answerQuestion: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      const code = outcome.type === 'error' ? (outcome.error as { code: string }).code : null;
      const refusal = code === 'questionChanged' ? failed({ code }) : dropped;
      const path = /^\/campaigns\/[\w-]+\/questions\/[0-9a-f]+\/answers$/;
      await answer('POST', path, outcome.type === 'done' ? json(outcome.output) : refusal);
      return true;
    },
    undoAnswer: linkAnswer('POST', /^\/campaigns\/[\w-]+\/answers\/[\w-]+\/undo$/),
  },
};

const voicesPath = /^\/sessions\/[\w-]+\/voices$/;

const erasureAnswer: NonNullable<ChromiumFlow['actors']>[string] = async ({ answer }, outcome) => {
  if (outcome.type === 'emits') return false;
  const code = outcome.type === 'error' ? (outcome.error as { code: string }).code : null;
  const refusal = code === 'analysisRunning' ? failed({ code }) : dropped;
  const path = /^\/sessions\/[\w-]+\/voices\/erased$/;
  await answer('POST', path, outcome.type === 'done' ? json(outcome.output) : refusal);
  return true;
};

export const voiceErasure: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => {
    if (path.includes('/voices')) return null;
    if (path === '/check-session') return signedIn;
    return ordinaryAnswer(method, path, {
      ...emptySession,
      state: 'audioReady',
      transcriptId: editedTranscript.id,
    });
  },
  prepare: ({ arrive, page }) =>
    arrive(
      'the session',
      async () => (await page.getByRole('button', { name: 'Session settings' }).count()) > 0,
    ),
  actors: {
    readVoices: linkAnswer('GET', voicesPath),
    eraseVoice: erasureAnswer,
    followErasure: erasureAnswer,
    silenceVoices: linkAnswer('POST', /^\/sessions\/[\w-]+\/voices\/silenced$/),
  },
  events: { 'voices.opened': showsModal('voiceErasure') },
};

export const clickDebounce: ChromiumFlow = {
  settings: () => ({ signedIn: false, everyClickPasses: false }),
  address: () => '/#join',
  background: asStranger,
  prepare: async ({ harness, page }) => {
    await page.getByRole('button', { name: 'Show password' }).click();
    await harness('turn', 300);
  },
  beginsAnew: true,
};

export const clipboard: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path) => {
    if (path === '/check-session') return signedIn;
    return ordinaryAnswer(method, path, {
      ...emptySession,
      audio: session.audio,
      transcriptId: session.transcriptId,
    });
  },
  prepare: ({ arrive, harness }) => arrive('the flow', () => harness('isRunning', 'clipboard')),
  actors: {
    writeText: ({ harness }, outcome) => harness('copied', outcome.type === 'done'),
  },
};

export const notesAutosave: ChromiumFlow = {
  settings: ({ start }) => ({
    signedIn: true,
    toldFlows: ['notes-autosave'],
    stored: keptNotes(start.input as NotesAutosaveInput),
  }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}#notes`,
  background: (method, path) => {
    if (path === '/check-session') return signedIn;
    return ordinaryAnswer(method, path, { ...emptySession, transcriptId: session.transcriptId });
  },
  prepare: ({ arrive, harness }) => arrive('the flow', () => harness('isRunning', 'notesAutosave')),
};

function keptNotes({ sessionId, kept }: NotesAutosaveInput): Record<string, string> {
  if (kept === null) return {};
  return { [storedNotesDraft(flowUserId, sessionId, kept.draft.key).key]: JSON.stringify(kept) };
}

const time = (milliseconds: number) => new Date(milliseconds).toISOString();

export const releaseWatch: ChromiumFlow = {
  settings: ({ start }) => ({
    signedIn: false,
    patient: false,
    build: (start.input as ReleaseWatchInput).build,
  }),
  address: () => '/',
  background: (method, path) => (['/status', '/version'].includes(path) ? null : asStranger(method, path)),
  actors: {
    checkRelease: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      if (outcome.type === 'error') {
        await answer('GET', /^\/status$/, dropped);
        await answer('GET', /^\/version$/, dropped);
        return true;
      }
      const { now, maintenance, hasIssues, version } = outcome.output as ReleaseSighting;
      const planned = maintenance && { start: time(maintenance.start), end: time(maintenance.end) };
      await answer(
        'GET',
        /^\/status$/,
        json({ ...quietStatus, now: time(now), maintenance: planned, issues: hasIssues }),
      );
      await answer('GET', /^\/version$/, { kind: 'text', status: 200, body: version ?? '' });
      return true;
    },
  },
};

export const scrollToTarget: ChromiumFlow = {
  settings: () => ({ signedIn: false, toldFlows: ['scroll-to-target'] }),
  address: () => '/',
  background: asStranger,
};

const ofCampaign = (
  background: ChromiumFlow['background'],
  ...presses: readonly (readonly ['menuitem' | 'button', string])[]
): ChromiumFlow => ({
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}`,
  background: (method, path, running) =>
    path === '/check-session'
      ? signedIn
      : (background(method, path, running) ?? ordinaryAnswer(method, path)),
  prepare: async ({ arrive, page }) => {
    for (const [role, name] of [['button', 'Campaign settings'] as const, ...presses]) {
      const control = page.getByRole(role, { name });
      await arrive(name, async () => (await control.count()) > 0);
      await control.click();
    }
  },
});

const exportPath = /^\/campaigns\/[\w-]+\/export/;

export const notesExport: ChromiumFlow = {
  ...ofCampaign(() => null, ['menuitem', 'Export campaign']),
  actors: {
    saveNotes: async (around, outcome) => {
      const { method } = await around.request(['GET', 'POST'], exportPath);
      return refusedOr(method, exportPath, { kind: 'text', status: 200, body: 'the notes' })(around, outcome);
    },
  },
};

export const nameList: ChromiumFlow = {
  ...ofCampaign(
    (method, path) => {
      if (method === 'GET' && /\/names(\?|$)/.test(path)) return json({ names: [], nextCursor: null });
      return /\/corrections(\?|$)/.test(path) ? json({ corrections: [] }) : null;
    },
    ['menuitem', 'Glossary'],
    ['button', 'Paste a list'],
  ),
  // The sandbox of the paths has no files with names.
  settings: () => ({ signedIn: true, toldFlows: ['name-list'] }),
};
