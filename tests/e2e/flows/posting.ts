import type { FlowOutcome } from '#flows/flow.ts';
import type { PreparedPost } from '#machines/notes-posting/notes-posting.setup.ts';
import { type Answer, failed, json, noContent } from '../support/held-backend.ts';
import {
  campaignId,
  emptySession,
  flowSessionId,
  ordinaryAnswer,
  showsModal,
  signedIn,
} from './background.ts';
import type { ChromiumFlow, Surroundings } from './chromium-stage.ts';

const postingPath = /^\/campaigns\/[\w-]+\/posting$/;
const webhookPath = /^\/campaigns\/[\w-]+\/posting\/webhook$/;
const postsPath = /^\/sessions\/[\w-]+\/posts$/;
const previewPath = /^\/sessions\/[\w-]+\/posts\/preview$/;

const asks =
  (method: string, path: RegExp, body: (output: unknown) => Answer) =>
  async ({ answer }: Surroundings, outcome: FlowOutcome) => {
    if (outcome.type === 'emits') return false;
    const said = outcome.type === 'error' ? failed(outcome.error as { code: string }) : body(outcome.output);
    await answer(method, path, said);
    return true;
  };

export const campaignWebhook: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}`,
  background: (method, path) => {
    if (path === '/check-session') return signedIn;
    return /\/posting/.test(path) ? null : ordinaryAnswer(method, path);
  },
  prepare: async ({ arrive, page }) => {
    const menu = page.getByRole('button', { name: 'Campaign settings' });
    await arrive('the campaign', async () => (await menu.count()) > 0);
  },
  actors: {
    readPosting: asks('GET', postingPath, json),
    saveWebhook: asks('PUT', webhookPath, json),
    testWebhook: asks('POST', /^\/campaigns\/[\w-]+\/posting\/test$/, () => noContent),
    changePosting: asks('PATCH', postingPath, json),
    removeWebhook: asks('DELETE', webhookPath, () => noContent),
  },
};

export const notesPosting: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}`,
  background: (method, path) => {
    if (path === '/check-session') return signedIn;
    if (postingPath.test(path)) return json({ webhook: null, automatic: false, turnedOffBecause: null });
    return path.startsWith(`/sessions/${flowSessionId}/posts`)
      ? null
      : ordinaryAnswer(method, path, emptySession);
  },
  prepare: async ({ arrive, page }) => {
    const menu = page.getByRole('button', { name: 'Campaign settings' });
    await arrive('the campaign', async () => (await menu.count()) > 0);
  },
  actors: {
    preparePost: async ({ answer }, outcome) => {
      if (outcome.type === 'emits') return false;
      if (outcome.type === 'error') {
        const error = outcome.error as { code: string };
        const isMissing = error.code === 'webhookMissing';
        await answer('GET', previewPath, isMissing ? json({ preview: null }) : failed(error));
        return true;
      }
      const { preview, open } = outcome.output as PreparedPost;
      await answer('GET', previewPath, json({ preview }));
      await answer('GET', postsPath, json({ posts: open === null ? [] : [open] }));
      return true;
    },
    createPost: asks('POST', postsPath, (post) => json(post, 202)),
    readPost: asks('GET', postsPath, (post) => json({ posts: [post] })),
  },
};

const olderPath = /^\/campaigns\/[\w-]+\/older-notes$/;

export const olderNotes: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}`,
  beginsAnew: true,
  background: (method, path, running) => {
    if (path === '/check-session') return signedIn;
    const isOfPath = /\/older-notes/.test(path) && running.some((actor) => actor.endsWith('OlderNotes'));
    return isOfPath ? null : ordinaryAnswer(method, path);
  },
  prepare: async ({ arrive, page, harness }) => {
    const menu = page.getByRole('button', { name: 'Campaign settings' });
    await arrive('the campaign', async () => (await menu.count()) > 0);
    // The page has asked when it appeared.
    await harness('send', 'olderNotes', { type: 'user.left' });
  },
  actors: {
    readOlderNotes: asks('GET', olderPath, json),
    planOlderNotes: asks('GET', /^\/campaigns\/[\w-]+\/older-notes\/plan$/, json),
    startOlderNotes: asks('POST', olderPath, (output) => ({ ...json(output), status: 201 })),
    cancelOlderNotes: asks('POST', /^\/campaigns\/[\w-]+\/older-notes\/cancel$/, json),
    closeOlderNotes: asks('DELETE', olderPath, json),
  },
};

const recapsPath = /^\/sessions\/[\w-]+\/recaps$/;

export const recapCollection: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path, running) => {
    if (path === '/check-session') return signedIn;
    const isOfPath = recapsPath.test(path) && running.some((actor) => actor.endsWith('Recaps'));
    return isOfPath ? null : ordinaryAnswer(method, path, emptySession);
  },
  prepare: async ({ arrive, page }) => {
    const recaps = page.getByRole('button', { name: 'Recaps' });
    await arrive('the notes', async () => (await recaps.count()) > 0);
  },
  actors: {
    listRecaps: asks('GET', recapsPath, json),
    askRecap: asks('POST', recapsPath, (output) => ({ ...json(output), status: 202 })),
    followAsking: asks('POST', recapsPath, (output) => ({ ...json(output), status: 202 })),
    endRecap: asks('DELETE', /^\/sessions\/[\w-]+\/recaps\/[\w-]+$/, json),
  },
  events: { 'recaps.opened': showsModal('recapCollection') },
};

const instructionPath = /^\/sessions\/[\w-]+\/instruction$/;

export const instruction: ChromiumFlow = {
  settings: () => ({ signedIn: true }),
  address: () => `/campaign?campaignId=${campaignId}&sessionId=${flowSessionId}`,
  background: (method, path, running) => {
    if (path === '/check-session') return signedIn;
    if (!instructionPath.test(path)) return ordinaryAnswer(method, path, emptySession);
    const isOfPath = running.some((actor) => actor.endsWith('Instruction'));
    return isOfPath ? null : json({ writer: { model: null, sends: { what: 'nothing' } }, instruction: null });
  },
  prepare: async ({ arrive, page }) => {
    const ask = page.getByRole('button', { name: 'Ask for a change' });
    await arrive('the notes', async () => (await ask.count()) > 0);
  },
  actors: {
    readInstruction: asks('GET', instructionPath, json),
    giveInstruction: asks('POST', instructionPath, (output) => ({ ...json(output), status: 202 })),
    followGiving: asks('POST', instructionPath, (output) => ({ ...json(output), status: 202 })),
    endInstruction: asks('DELETE', instructionPath, json),
  },
  events: { 'instruction.opened': showsModal('instruction') },
};
