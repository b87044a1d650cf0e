import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { messageOf, recordOf } from '#contract/unknown-values.ts';
import { findFfmpeg, packagedFfmpeg } from '#server/engines/audio/find-ffmpeg.ts';
import { serviceAddress } from '#server/engines/engine-service.ts';
import { chooseModel, describeChatService } from '#server/engines/local-services/chat-services.ts';
import {
  findNotesService,
  findSpeechService,
  usedModel,
} from '#server/engines/local-services/find-services.ts';
import { missingBytes } from '#server/engines/models/fetch-model.ts';
import { allowedHere, openModelHere } from '#server/engines/notes/embedded/model-here.ts';
import { speechFolderOf } from '#server/engines/speech/model-files.ts';
import { SAMPLE_RATE } from '#server/engines/speech/port.ts';
import { openVoiceActivity, SILERO, voiceActivityFileIn } from '#server/engines/speech/voice-activity.ts';
import { voicesFolderOf } from '#server/engines/voices/embedded.ts';
import { areToldApart } from '#server/engines/voices/open-voices.ts';
import { VOICE_MODELS, voiceModelsIn } from '#server/engines/voices/voice-models.ts';
import { legalProblem, openLegalTexts } from '#server/legal/legal-texts.ts';
import type { Config } from '#server/platform/config.ts';
import { databaseFolderOf } from '#server/platform/database/database-folder.ts';
import { isDiskFull } from '#server/platform/disk-full.ts';
import { workFolderOf } from '#server/platform/files/work-folder.ts';
import { isForThisMachine } from '#server/platform/for-this-machine.ts';
import { createLog } from '#server/platform/log.ts';
import { releaseVersion } from '#server/platform/release-version.ts';
import { findHearing } from './hearing.ts';
import { priceQuestion } from './highlights-price.ts';

export type Level = 'ok' | 'warning' | 'error';

export interface Finding {
  name: string;
  level: Level;
  text: string;
}

export interface Check {
  name: string;
  run(signal: AbortSignal): Promise<Omit<Finding, 'name'>>;
}

const ok = (text: string) => ({ level: 'ok' as const, text });
const warning = (text: string) => ({ level: 'warning' as const, text });
const error = (text: string) => ({ level: 'error' as const, text });

const LIMIT_MS = 8000;
const GIBIBYTE = 1024 ** 3;
const FREE = { error: 0.5 * GIBIBYTE, warning: 5 * GIBIBYTE };
const OLDEST_POSTGRES = 150_000;

/** @param options.inUse the running server's settings, with `auto` resolved */
export function checksOf(
  config: Config,
  options: { fetch?: typeof fetch; inUse?: Pick<Config, 'notes' | 'speech'> } = {},
): Check[] {
  const ask = options.fetch ?? fetch;
  const isPublic = !isForThisMachine(config);
  let found: ReturnType<typeof findSpeechService> | undefined;
  const speechFound = () =>
    (found ??= findSpeechService(config.speech, { ownPort: config.port, fetch: ask }));
  return [
    { name: 'Hearthscribe', run: async () => ok(`Version ${releaseVersion}.`) },
    { name: 'Node', run: async () => checkNode(process.versions.node) },
    { name: 'Data folder', run: () => checkDataFolder(config.dataFolder) },
    { name: 'Database', run: () => checkDatabase(config) },
    { name: 'Recordings', run: () => checkStore(config) },
    { name: 'Address', run: (signal) => checkAddress(config, isPublic, ask, signal) },
    { name: 'Sign-in', run: (signal) => checkSignIn(config, isPublic, ask, signal) },
    { name: 'Mail', run: () => checkMail(config, isPublic) },
    { name: 'Decoder', run: (signal) => checkDecoder(config.ffmpegPath, signal) },
    {
      name: 'Speech',
      async run(signal) {
        const speech = await speechFound();
        const { state, reason } = await findHearing(speech.settings, { signal, fetch: ask });
        const text =
          `${speech.text} ${reason}${later(speech.settings.url, options.inUse?.speech.url)}`.trim();
        return state === 'ready' && speech.isFound
          ? ok(text)
          : state === 'unavailable'
            ? error(text)
            : warning(text);
      },
    },
    {
      name: 'Voices',
      async run() {
        const speech = options.inUse?.speech ?? (await speechFound()).settings;
        return checkVoices({ voices: config.voices, speech });
      },
    },
    {
      name: 'Silence',
      async run(signal) {
        return checkVoiceActivity(options.inUse?.speech ?? (await speechFound()).settings, signal);
      },
    },
    { name: 'Notes', run: (signal) => checkNotes(config, options.inUse?.notes.url, ask, signal) },
    { name: 'Own model', run: async () => checkModelHere(config, isPublic) },
    { name: 'Payments', run: (signal) => checkPayments(config, isPublic, ask, signal) },
    { name: 'Price', run: async () => checkHighlightsPrice(config, options.inUse?.notes) },
    { name: 'Legal texts', run: async () => checkLegalTexts(config) },
  ];
}

/** Fetches nothing. */
function checkVoices(config: Pick<Config, 'voices' | 'speech'>): Omit<Finding, 'name'> {
  if (!areToldApart(config))
    return ok(
      'Voices on one track are not told apart here, except by a speech service that can (VOICES), and none are remembered.',
    );
  const folder = voicesFolderOf(config.voices);
  const megabytes = config.voices.modelFolder
    ? 0
    : Math.ceil(VOICE_MODELS.reduce((sum, model) => sum + missingBytes(model, folder), 0) / 1e6);
  if (megabytes > 0)
    return warning(
      `The models that tell voices apart (${megabytes} MB) are fetched when the first recording is transcribed. Without a network, set VOICES_MODEL_DIR.`,
    );
  voiceModelsIn(folder);
  return ok(
    `The models that tell voices apart are in their folder. ${
      config.voices.remembered
        ? 'Campaigns may remember the voices of those who agreed (VOICES_REMEMBERED).'
        : 'No campaign may remember voices (VOICES_REMEMBERED).'
    }`,
  );
}

/** Fetches nothing; runs the model on a second of silence. */
async function checkVoiceActivity(
  { url, modelFolder, dataFolder }: Config['speech'],
  signal: AbortSignal,
): Promise<Omit<Finding, 'name'>> {
  if (url && url !== 'auto' && !modelFolder)
    return ok(
      'Loudness decides where somebody speaks. With SPEECH_MODEL_DIR, Silero VAD in that folder does.',
    );
  const folder = speechFolderOf({ modelFolder, dataFolder });
  const path = voiceActivityFileIn(folder);
  const name = basename(path);
  if (!existsSync(path))
    return modelFolder
      ? warning(
          `There is no ${name} in SPEECH_MODEL_DIR, so loudness decides where somebody speaks, and music counts as speech. It is at ${SILERO.url}/${name}.`,
        )
      : ok('Silero VAD, which hears where somebody speaks, is fetched with the speech model.');
  let failure: unknown = null;
  const activity = openVoiceActivity({
    folder,
    download: null,
    failed: (reason) => {
      failure = reason;
    },
  });
  try {
    const found = await activity.spokenIn(new Int16Array(SAMPLE_RATE), { signal });
    return found === null
      ? warning(
          `Silero VAD cannot run (${messageOf(failure)}), so loudness decides where somebody speaks, and music counts as speech. Replace ${path}, then start the server again.`,
        )
      : ok('Silero VAD hears where somebody speaks.');
  } finally {
    await activity.close();
  }
}

/** In parallel, each with a time limit. Removes secrets from texts. */
export async function runChecks(
  checks: readonly Check[],
  options: { secrets: readonly string[]; limitMs?: number },
): Promise<Finding[]> {
  const limitMs = options.limitMs ?? LIMIT_MS;
  return Promise.all(
    checks.map(async ({ name, run }) => {
      const found = await withinLimit(run, limitMs).catch((failure: Error) => error(failure.message));
      return { name, level: found.level, text: struck(found.text, options.secrets) };
    }),
  );
}

async function checkStore(config: Config): ReturnType<Check['run']> {
  if (config.s3 === null) return ok('Recordings are in the data folder.');
  const { openS3Files } = await import('#server/platform/files/s3-files.ts');
  const store = await openS3Files(config.s3, {
    workFolder: workFolderOf(config.dataFolder),
    log: createLog('silent'),
  });
  const name = `check/${randomUUID()}`;
  await store.write(name, async (folder) => {
    const path = join(folder, 'check');
    await writeFile(path, 'Hearthscribe');
    return { path };
  });
  await store.delete(name);
  return ok(`Recordings are in the bucket "${config.s3.bucket}", which can be written to.`);
}

async function withinLimit(run: Check['run'], limitMs: number): ReturnType<Check['run']> {
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Omit<Finding, 'name'>>((resolve) => {
    timer = setTimeout(() => {
      limit.abort();
      resolve(error(`There was no answer within ${limitMs / 1000} s.`));
    }, limitMs);
  });
  try {
    return await Promise.race([run(limit.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

function struck(text: string, secrets: readonly string[]): string {
  return secrets
    .reduce((rest, secret) => rest.replaceAll(secret, '•••'), text)
    .replace(/\s+/g, ' ')
    .trim();
}

export function secretsOf(config: Config): string[] {
  const addresses = [config.databaseUrl, config.mail.smtpUrl, config.speech.url, config.notes.url];
  const inAddresses = addresses.flatMap((address) => {
    if (address === null || !URL.canParse(address)) return [];
    const { password, search } = new URL(address);
    return [address, password, decodeURIComponent(password), search];
  });
  const keys = [
    config.speech.key,
    config.notes.key,
    config.stripe?.secretKey,
    config.stripe?.webhookSecret,
    config.s3?.keys?.secret,
  ];
  return [...inAddresses, ...keys].filter(
    (secret): secret is string => typeof secret === 'string' && secret.length > 3,
  );
}

async function checkDataFolder(folder: string) {
  const probe = join(folder, `.check-${randomUUID()}`);
  try {
    await mkdir(dirname(probe), { recursive: true, mode: 0o700 });
    await writeFile(probe, 'check');
  } catch (failure) {
    const { code } = recordOf(failure);
    if (isDiskFull(failure))
      return error(`${folder} is full: uploads, notes and analyses wait or are refused. Free some space.`);
    return error(`${folder} cannot be written (${code}). Set HEARTHSCRIBE_DATA to a folder that can.`);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${folder} can be written; ${(free / GIBIBYTE).toFixed(1)} GiB are free.`;
  if (free < FREE.error) return error(`${text} Recordings need more: free some, or set HEARTHSCRIBE_DATA.`);
  if (free < FREE.warning) return warning(`${text} A long recording takes up to 2 GiB.`);
  return ok(text);
}

async function checkDatabase({ databaseUrl, dataFolder }: Config) {
  if (databaseUrl === null)
    return ok(`Embedded, in ${databaseFolderOf(dataFolder)} (DATABASE_URL is not set).`);
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: LIMIT_MS - 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('server_version_num')::int as version");
    const version = Number(rows[0]?.version);
    const text = `PostgreSQL ${Math.floor(version / 10_000)} answers.`;
    return version < OLDEST_POSTGRES ? error(`${text} It must be 15 or later (DATABASE_URL).`) : ok(text);
  } catch (failure) {
    const { code, message } = recordOf(failure);
    return error(`The database cannot be reached (${code ?? message}). Check DATABASE_URL.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkAddress(
  { publicUrl, host, port, trustedProxies }: Config,
  isPublic: boolean,
  ask: typeof fetch,
  signal: AbortSignal,
) {
  if (publicUrl === null)
    return isPublic
      ? warning(
          `Listens at ${host}, for other computers too. Set PUBLIC_URL to the address that browsers use.`,
        )
      : ok(`http://localhost:${port}, on this computer only.`);
  if (new URL(publicUrl).protocol === 'http:' && isPublic)
    return warning(`${publicUrl} has no HTTPS. Put a proxy with HTTPS in front, and set PUBLIC_URL.`);
  const answer = await ask(`${publicUrl}/version`, { signal }).catch(() => null);
  if (answer === null)
    return warning(`${publicUrl} does not answer. Is the server running, and the proxy in front of it?`);
  if (!answer.ok)
    return error(`${publicUrl}/version answers ${answer.status}. Check PUBLIC_URL and the proxy.`);
  if (isPublic && trustedProxies.kind === 'none')
    return warning(
      `${publicUrl} answers. All visitors share the proxy’s network address: set TRUSTED_PROXIES.`,
    );
  return ok(`${publicUrl} answers.`);
}

async function checkSignIn({ cognito }: Config, isPublic: boolean, ask: typeof fetch, signal: AbortSignal) {
  if (cognito === null)
    return isPublic
      ? warning('The embedded identity provider is meant for one computer. Set COGNITO_USER_POOL_ID.')
      : ok('The embedded identity provider.');
  const { userPoolId } = cognito;
  const address = `https://cognito-idp.${userPoolId.split('_')[0]}.amazonaws.com/${userPoolId}/.well-known/jwks.json`;
  const answer = await ask(address, { signal }).catch(() => null);
  if (answer === null) return error('The user pool’s keys cannot be fetched. Check the network.');
  if (!answer.ok)
    return error(`The keys of the user pool answer ${answer.status}. Check COGNITO_USER_POOL_ID.`);
  return ok('The user pool’s keys can be fetched.');
}

async function checkMail({ mail: { smtpUrl } }: Config, isPublic: boolean) {
  if (smtpUrl === null)
    return isPublic
      ? error('Email is off: users cannot confirm their address. Set SMTP_URL.')
      : ok('Emails are kept in the database and shown at /dev/mail (SMTP_URL is not set).');
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: LIMIT_MS - 1000,
    greetingTimeout: LIMIT_MS - 1000,
  });
  try {
    await transport.verify();
    return ok('The mail server accepts the login.');
  } catch (failure) {
    const { code, responseCode } = recordOf(failure);
    const reason = [code, responseCode].filter((part) => part !== undefined).join(' ');
    return error(`The mail server rejects the login (${reason || 'no reason given'}). Check SMTP_URL.`);
  } finally {
    transport.close();
  }
}

/** Node 20 got its last fix in April 2026. */
export function checkNode(version: string): Omit<Finding, 'name'> {
  return Number(version.split('.')[0]) < 22
    ? warning(`Node ${version} gets no more security fixes. Install Node 22 or later.`)
    : ok(`Node ${version}.`);
}

async function checkDecoder(ffmpegPath: string | null, signal: AbortSignal) {
  const path = findFfmpeg({ ...process.env, FFMPEG_PATH: ffmpegPath ?? '' });
  try {
    const { stdout } = await promisify(execFile)(path, ['-version'], { signal });
    const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1];
    return version === undefined
      ? error(`${path} is not ffmpeg. Set FFMPEG_PATH.`)
      : path === packagedFfmpeg()
        ? warning(
            `ffmpeg ${version} is the packaged one, of 2018, and is for trying out: install your system’s ffmpeg, which gets security fixes.`,
          )
        : ok(`ffmpeg ${version}, ${path}.`);
  } catch {
    return error(`${path} does not run. Install ffmpeg, or set FFMPEG_PATH.`);
  }
}

function checkLegalTexts(config: Config) {
  const problem = legalProblem(config);
  if (problem !== null) return problem.isLive ? error(problem.message) : warning(problem.message);
  openLegalTexts(config);
  return ok('The terms and the privacy policy can be read.');
}

const later = (now: string | null, inUse: string | null | undefined) =>
  inUse === undefined || inUse === now ? '' : ' The running server has not seen this yet: restart it.';

async function checkNotes(
  config: Config,
  inUse: string | null | undefined,
  ask: typeof fetch,
  signal: AbortSignal,
) {
  const found = await findNotesService(config.notes, { ownPort: config.port, fetch: ask });
  const { url, key, model, contextTokens = null } = found.settings;
  const tail = later(url, inUse);
  if (!found.isFound) return warning(`${found.text}${tail}`);
  if (url === null) return ok('No service writes notes (NOTES_URL): the embedded engine picks highlights.');
  const address = serviceAddress(url, '/models');
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  const answer = address === null ? null : await ask(address, { headers, signal }).catch(() => null);
  if (answer === null) return error('The chat service cannot be reached. Check NOTES_URL.');
  if (answer.status === 401 || answer.status === 403)
    return error(`The chat service refuses the key (${answer.status}). Check NOTES_KEY.`);
  if (answer.status >= 500)
    return error(`The chat service reports an error (${answer.status}). Check NOTES_URL.`);
  if (found.text !== '') return ok(`${found.text}${tail}`);
  const access = { url, key, fetch: ask, signal };
  const service = await describeChatService(access);
  if (service === null || (service.software === 'other' && !answer.ok))
    return warning(`The chat service answers, but names no models (${answer.status}). Check NOTES_URL.`);
  const chosen = await chooseModel(service, { model, contextTokens }, access);
  if ('problem' in chosen) return error(chosen.problem);
  const text = `Notes are written by ${usedModel(service.software, url, chosen)}.`;
  return chosen.isMissing ? warning(text) : ok(text);
}

function checkModelHere(config: Config, isPublic: boolean) {
  const settings = allowedHere(config.notes.here, !isPublic);
  if (settings === null) return ok('None runs inside Hearthscribe (NOTES_HERE).');
  const here = openModelHere({ settings });
  const { state, downloadBytes, memoryBytes } = here.shown();
  if (state.state === 'failed')
    return (settings.allowed === 'yes' ? warning : ok)(
      'This computer has too little memory for one inside Hearthscribe; set NOTES_URL to a service that has one.',
    );
  if (state.state === 'ready')
    return ok(`${here.name} is here, and takes ${gigabytes(memoryBytes)} while it writes.`);
  if (!here.canBeFetched) return error('There is no GGUF file in the folder. Check NOTES_MODEL_DIR.');
  const when =
    settings.allowed === 'yes'
      ? 'is fetched before the first notes are written'
      : 'can be fetched in the app';
  const text = `${here.name} ${when}: ${gigabytes(downloadBytes)} are missing.`;
  const free = here.freeBytes();
  return free < downloadBytes ? warning(`${text} Only ${gigabytes(free)} are free on the disk.`) : ok(text);
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

function checkHighlightsPrice(config: Config, notes = config.notes) {
  const question = priceQuestion({ ...config, notes });
  return question === null
    ? ok(`Highlights cost ${config.limits.highlightsPercent} % of written notes.`)
    : warning(question);
}

async function checkPayments(config: Config, isPublic: boolean, ask: typeof fetch, signal: AbortSignal) {
  const { stripe } = config;
  if (stripe === null)
    return isPublic && !config.embeddedBillingAllowed
      ? warning('Payments are off: set STRIPE_SECRET_KEY and the three settings that go with it.')
      : ok('The embedded stand-in takes play money (STRIPE_SECRET_KEY is not set).');
  for (const [name, [price]] of Object.entries(stripe.prices)) {
    const answer = await ask(`https://api.stripe.com/v1/prices/${price}`, {
      headers: { authorization: `Bearer ${stripe.secretKey}` },
      signal,
    }).catch(() => null);
    if (answer === null) return error('Stripe cannot be reached. Check the network.');
    if (answer.status === 401) return error('Stripe refuses the key. Check STRIPE_SECRET_KEY.');
    if (!answer.ok)
      return error(`Stripe does not know the price (${answer.status}). Check STRIPE_PRICE_${name}.`);
  }
  return ok(
    `Stripe accepts the key${/_test_/.test(stripe.secretKey) ? ', in test mode' : ''}, and knows the prices.`,
  );
}
