import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { users } from '#server/accounts/tables.ts';
import { type AnalysesDependencies, createAnalysesRoom } from '#server/analyses/room.ts';
import { createWorkOfSessions } from '#server/analyses/work-of-sessions.ts';
import { createCampaignsRoom } from '#server/campaigns/room.ts';
import { campaigns, sessions } from '#server/campaigns/tables.ts';
import { createHousekeeping } from '#server/compose/housekeeping.ts';
import { roomTexts } from '#server/compose/texts.ts';
import { createCreditsRoom } from '#server/credits/room.ts';
import { createHighlightsEngine } from '#server/engines/notes/highlights/engine.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import type { SpeechEngine } from '#server/engines/speech/port.ts';
import type { Threads } from '#server/engines/threads/threads.ts';
import type { VoicesEngine } from '#server/engines/voices/port.ts';
import { createErasureRoom } from '#server/erasure/room.ts';
import type { Authenticator } from '#server/http/authenticator.ts';
import { answerFailure } from '#server/http/failures.ts';
import { type App, createMount, type RequestVariables } from '#server/http/mount.ts';
import { createNames } from '#server/names/room.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openDiskFiles } from '#server/platform/files/disk-files.ts';
import type { FileStore } from '#server/platform/files/port.ts';
import { newId } from '#server/platform/ids.ts';
import { createJobQueue, type JobQueue } from '#server/platform/job-queue.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createSecretBox } from '#server/platform/secret-box.ts';
import { audioFolders, createAudioFiles } from '#server/recordings/audio-files.ts';
import { createRecordings, type RecordingsSettings } from '#server/recordings/room.ts';
import { forgetIndexed } from '#server/search/texts.ts';
import { callAs } from './call-as.ts';
import { openTestDatabase, silentLog } from './database.ts';
import { createMailOutbox } from './mail-outbox.ts';
import { sharedThreads } from './shared-threads.ts';
import type { TypedAnswer } from './typed-answer.ts';

export function createTestClock(start = '2026-03-01T12:00:00.000Z') {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    advance(milliseconds: number) {
      now += milliseconds;
    },
  };
}

export interface TestUser {
  id: string;
  token: string;
  campaignId: string;
}

export const audioFilesOn = (dataFolder: string) => createAudioFiles(openDiskFiles(dataFolder, audioFolders));

export type Answer = TypedAnswer<string, string>;

export type WorkServer = Awaited<ReturnType<typeof openWorkServer>>;

export async function openWorkServer(
  options: {
    speech?: SpeechEngine;
    notes?: NotesEngine;
    voices?: VoicesEngine;
    settings?: Partial<AnalysesDependencies['settings'] & RecordingsSettings>;
    threads?: Threads;
    database?: Database;
    dataFolder?: string;
    store?: FileStore;
    clock?: ReturnType<typeof createTestClock>;
    queue?: JobQueue;
    secretKey?: Buffer;
    inspect?: AnalysesDependencies['inspect'];
    letters?: AnalysesDependencies['letters'];
    /** Of a private installation. */
    modelPrices?: AnalysesDependencies['modelPrices'];
    canHear?: () => Promise<boolean>;
  } = {},
) {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'hearthscribe-work-')));
  const database = options.database ?? (await openTestDatabase());
  const clock = options.clock ?? createTestClock();
  const queue = options.queue ?? createJobQueue(database, { log: silentLog });
  const app: App = new Hono<{ Variables: RequestVariables }>();
  app.use(async (context, next) => {
    context.set('log', silentLog);
    await next();
  });
  app.onError(answerFailure);
  const threads = options.threads ?? sharedThreads();
  const store = options.store ?? openDiskFiles(dataFolder, audioFolders);
  const settings = {
    maxUploadBytes: 2 * 1024 ** 3,
    chunkBytes: 5 * 1024 ** 2,
    openUploadDays: 7,
    maxAudioSeconds: 12 * 3600,
    quoteMinutes: 15,
    highlightsPercent: 100,
    audioDays: 30,
    workers: 2,
    quotas: readConfig({}).quotas,
    longestWaitSeconds: 43_200,
    callsAtOnce: 100,
    ...options.settings,
  };
  const secrets = createSecretBox([options.secretKey ?? randomBytes(32)]);
  const mail = options.letters?.mail ?? createMailOutbox({ clock: () => clock.now() });
  const shared = { database, queue, store, threads, secrets, settings, mail, clock, log: silentLog };
  const { credits, ...creditsRoom } = createCreditsRoom(shared);
  const recordings = createRecordings({ ...shared, authenticator: tokenIsUserId });
  const { files, tidy } = recordings;
  const sessionWork = createWorkOfSessions({
    ...shared,
    files,
    credits,
    forgetIndexed: (sessionId) => forgetIndexed(database, sessionId),
  });
  const campaignsRoom = createCampaignsRoom({ ...shared, sessionWork, most: settings.quotas.campaigns });
  const { corrections } = createNames({ ...shared, texts: roomTexts });
  const analyses = createAnalysesRoom({
    ...shared,
    engines: {
      speech: options.speech ?? noSpeechEngine,
      notes: options.notes ?? createHighlightsEngine(),
      voices: options.voices ?? null,
    },
    files,
    credits,
    notes: campaignsRoom.notes,
    corrections,
    logins: endlessLogins,
    tidy,
    ...(options.inspect === undefined ? {} : { inspect: options.inspect }),
    ...(options.canHear === undefined ? {} : { canHear: options.canHear }),
    ...(options.letters === undefined ? {} : { letters: options.letters }),
    ...(options.modelPrices === undefined ? {} : { isPrivate: true, modelPrices: options.modelPrices }),
  });
  const rooms = [
    analyses,
    recordings,
    createErasureRoom({ ...shared, files, texts: roomTexts }),
    campaignsRoom,
  ];
  const keepHouse = createHousekeeping({ ...shared, rooms: [...rooms, creditsRoom] });
  const mount = createMount({ app, authenticator: tokenIsUserId, checkResponses: true, mounted: [] });
  for (const room of rooms) room.routes?.(mount, app);
  await queue.start();
  await analyses.start();
  const server = await new Promise<ServerType>((resolve) => {
    const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(listening));
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  async function request<const Method extends string, const Path extends string>(
    user: TestUser | null,
    method: Method,
    path: Path,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TypedAnswer<Method, Path>> {
    const response = await callAs(user?.token ?? null, method, `${url}${path}`, body, headers);
    const text = await response.text();
    return { status: response.status, body: parsed(text), headers: response.headers };
  }

  let stopped = false;
  async function stopWork(): Promise<void> {
    if (stopped) return;
    stopped = true;
    await analyses.stop();
    await queue.stop();
    await threads.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  return {
    url,
    app,
    database,
    clock,
    queue,
    credits,
    dataFolder,
    request,
    stopWork,
    sessionWork,
    keepHouse,
    tellHeard: analyses.tellHeard,

    async close() {
      await stopWork();
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },

    async addUser(balance: { credits?: number; freeAnalyses?: number } = {}): Promise<TestUser> {
      const id = newId();
      const campaignId = newId();
      const now = clock.now();
      await database.orm
        .insert(users)
        .values({ id, email: `${id}@example.test`, emailVerified: true, createdAt: now });
      await database.orm.insert(campaigns).values({
        id: campaignId,
        userId: id,
        title: 'The Lantern Coast',
        createdAt: now,
        updatedAt: now,
      });
      await database.transaction(async (tx) => {
        for (const [unit, amount] of Object.entries(balance)) {
          if (amount === 0) continue;
          await credits.grant(tx, {
            userId: id,
            unit: unit as 'credits' | 'freeAnalyses',
            amount,
            key: `${unit} ${id}`,
          });
        }
      });
      return { id, token: id, campaignId };
    },

    async addSession(user: TestUser): Promise<string> {
      const id = newId();
      const now = clock.now();
      const existing = await database.orm.$count(sessions);
      await database.orm.insert(sessions).values({
        id,
        campaignId: user.campaignId,
        userId: user.id,
        title: 'Session',
        position: existing + 1,
        createdAt: now,
        updatedAt: now,
      });
      return id;
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the server checks its answers against the contract itself.
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const codeOf = ({ body }: { body: Partial<ErrorBody> }): ErrorCode | undefined => body?.error?.code;

export const endlessLogins: AnalysesDependencies['logins'] = { whenEnded: () => () => undefined };

export const tokenIsUserId: Authenticator = {
  async required(request) {
    const user = await this.optional(request);
    if (user === null) throw new Refusal('unauthorized');
    return user;
  },
  async optional(request) {
    const userId = /^Bearer ([0-9a-f-]{36})$/.exec(request.headers.get('authorization') ?? '')?.[1];
    if (userId === undefined) return null;
    return { userId, identity: await this.verify(userId) };
  },
  identify: async (request) => (await tokenIsUserId.required(request)).identity,
  verify: async (token) => ({
    issuer: 'test',
    sub: token,
    email: `${token}@example.test`,
    emailVerified: true,
    method: 'password',
    originJti: token,
    authTime: new Date(0),
    expiresAt: new Date(8.64e15),
  }),
};

export const noSpeechEngine: SpeechEngine = {
  id: 'none',
  maxChunkSeconds: 30,
  concurrency: 1,
  prepare: async () => undefined,
  hear: async () => ({ language: null, segments: [] }),
  close: async () => undefined,
};
