import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { SubscriptionTier } from '#contract/prices.ts';
import type { Trackers } from '#contract/trackers.ts';
import { isForThisMachine } from './for-this-machine.ts';
import { type Setting, type SettingValues, settings } from './settings.ts';
import { StartError } from './start-error.ts';

export { describeSettings } from './settings.ts';

export interface SpeechSettings {
  dataFolder: string;
  /** `auto`: looked for at the start. */
  url: string | null;
  isAutoByDefault?: boolean;
  key: string | null;
  model: string;
  concurrency: number;
  chunkSeconds: number;
  modelFolder: string | null;
  modelUrl: string | null;
}

export interface NotesSettings {
  /** `auto`: looked for at the start. */
  url: string | null;
  isAutoByDefault?: boolean;
  key: string | null;
  model: string | null;
  contextTokens?: number | null;
  concurrency?: number | null;
  silenceSeconds?: number;
  prices?: ModelPrices;
  here?: NotesHereSettings;
}

/** Of the language model inside Hearthscribe. */
export interface NotesHereSettings {
  dataFolder: string;
  /** `ask`: a click of the user fetches it, which only installations for this computer offer. */
  allowed: SettingValues['NOTES_HERE'];
  /** Null: by the computer's memory. */
  model: SettingValues['NOTES_HERE_MODEL'];
  modelFolder: string | null;
  modelUrl: string | null;
}

export interface ModelPrices {
  input: number;
  output: number;
}

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  prices: Readonly<Record<SubscriptionTier, readonly [string, ...string[]]>>;
}

export interface S3Settings {
  bucket: string;
  /** Null: Amazon S3. */
  url: string | null;
  region: string;
  /** Null: from the environment. */
  keys: { id: string; secret: string } | null;
  /** Null: the bucket's default. */
  encryption: { kind: 'AES256' | 'aws:kms'; key: string | null } | null;
}

export type Config = ReturnType<typeof readConfig>;

type Environment = Readonly<Record<string, string | undefined>>;

const longestSecretBytes = 65_536;

/** Of NAME, or of the file that NAME_FILE names, as container platforms hand secrets over. */
function secretOf(name: string, environment: Environment, wrong: string[]): string | undefined {
  const value = environment[name];
  const path = environment[`${name}_FILE`]?.trim();
  if (path === undefined || path === '') return value;
  if (value !== undefined && value.trim() !== '') {
    wrong.push(`Set either ${name} or ${name}_FILE, not both.`);
    return;
  }
  try {
    if (statSync(path).size > longestSecretBytes)
      wrong.push(`The file of ${name}_FILE is too large for a secret.`);
    else return readFileSync(path, 'utf8');
  } catch {
    wrong.push(`The file of ${name}_FILE cannot be read.`);
  }
}

function readSettings(environment: Environment): SettingValues {
  const wrong: string[] = [];
  const values = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const { schema, default: fallback } = setting;
    const given = (setting.isSecret ? secretOf(name, environment, wrong) : environment[name])?.trim();
    const result = schema.safeParse(given === undefined || given === '' ? fallback : given);
    if (!result.success) wrong.push(`${name} ${result.error.issues[0]?.message ?? 'is not as expected'}.`);
    return [name, result.data];
  });
  if (wrong.length > 0) throw new StartError(wrong.join('\n'));
  // biome-ignore lint/plugin: each of the settings was read by its own schema.
  return Object.fromEntries(values) as SettingValues;
}

function trackersOf(values: SettingValues): Trackers {
  const { ANALYTICS_ID: measurementId, ADS_PIXEL_ID: pixelId, PROMOTEKIT_ID: partnerId } = values;
  return {
    analytics:
      measurementId === null
        ? null
        : {
            measurementId,
            dataLayer: values.ANALYTICS_DATA_LAYER,
            script: values.ANALYTICS_SCRIPT,
            parameters: values.ANALYTICS_PARAMETERS,
          },
    ads: pixelId === null ? null : { pixelId, script: values.ADS_PIXEL_SCRIPT },
    referral: partnerId === null ? null : { id: partnerId, script: values.PROMOTEKIT_SCRIPT },
  };
}

function stripeOf(values: SettingValues): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  const { STRIPE_PRICE_STANDARD: standard, STRIPE_PRICE_PRO: pro } = values;
  if (secretKey !== null && webhookSecret !== null && standard !== null && pro !== null)
    return { secretKey, webhookSecret, prices: { STANDARD: standard, PRO: pro } };
  if ([secretKey, webhookSecret, standard, pro].some((value) => value !== null))
    throw new StartError(
      'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_STANDARD and STRIPE_PRICE_PRO must be set together.',
    );
  return null;
}

function s3Of(values: SettingValues): S3Settings | null {
  const { S3_BUCKET: bucket, S3_URL: url, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = values;
  if ((id === null) !== (secret === null))
    throw new StartError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.');
  if (bucket === null) {
    if (url !== null || id !== null || values.S3_ENCRYPTION !== null)
      throw new StartError('S3_BUCKET must be set, because other settings of the S3 store are.');
    return null;
  }
  const keys = id === null || secret === null ? null : { id, secret };
  return { bucket, url, region: values.S3_REGION, keys, encryption: values.S3_ENCRYPTION };
}

function operatorOf(values: SettingValues) {
  const { OPERATOR_NAME: name, OPERATOR_ADDRESS: address, OPERATOR_EMAIL: email } = values;
  const { OPERATOR_COUNTRY: country, OPERATOR_LAW: law } = values;
  if (name !== null && address !== null && email !== null && country !== null && law !== null)
    return { name, address, email, country, law };
  if ([name, address, email, country, law].some((value) => value !== null))
    throw new StartError(
      'OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_EMAIL, OPERATOR_COUNTRY and OPERATOR_LAW must be set together.',
    );
  return null;
}

function legalFolderOf({ LEGAL_DIR: folder }: SettingValues): string | null {
  if (folder === null) return null;
  const path = resolve(folder);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new StartError('LEGAL_DIR is not a folder.');
  return path;
}

/** @throws StartError with a line per invalid variable, without values, which may be secret */
export function readConfig(environment: Environment = process.env) {
  const values = readSettings(environment);
  const { COGNITO_USER_POOL_ID: userPoolId, COGNITO_CLIENT_ID: clientId } = values;
  if ((userPoolId === null) !== (clientId === null))
    throw new StartError('COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID must be set together.');
  const isProduction = environment.NODE_ENV === 'production';
  if (isProduction && userPoolId === null && !values.HEARTHSCRIBE_EMBEDDED_IDENTITY)
    throw new StartError(
      'NODE_ENV is production: set COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID, or HEARTHSCRIBE_EMBEDDED_IDENTITY=1 to use the embedded identity provider knowingly.',
    );
  const dataFolder = resolve(values.HEARTHSCRIBE_DATA);

  if (values.ROLE !== 'all' && values.DATABASE_URL === null)
    throw new StartError(
      `ROLE is ${values.ROLE}: set DATABASE_URL to the PostgreSQL that all processes share. The embedded database serves one process only.`,
    );

  const isPrivate =
    values.ROLE === 'all' &&
    userPoolId === null &&
    isForThisMachine({ host: values.HOST, publicUrl: values.PUBLIC_URL });
  const lookedFor = (url: string | null) =>
    url === null && isPrivate
      ? { url: 'auto', isAutoByDefault: true }
      : { url: url === 'none' ? null : url, isAutoByDefault: false };

  const speech: SpeechSettings = {
    dataFolder,
    ...lookedFor(values.SPEECH_URL),
    key: values.SPEECH_KEY,
    model: values.SPEECH_MODEL,
    concurrency: values.SPEECH_CONCURRENCY,
    chunkSeconds: values.SPEECH_CHUNK_SECONDS,
    modelFolder: values.SPEECH_MODEL_DIR,
    modelUrl: values.SPEECH_MODEL_URL,
  };
  const notes: NotesSettings = {
    ...lookedFor(values.NOTES_URL),
    key: values.NOTES_KEY,
    model: values.NOTES_MODEL,
    contextTokens: values.NOTES_CONTEXT,
    concurrency: values.NOTES_CONCURRENCY,
    silenceSeconds: values.NOTES_SILENCE_SECONDS,
    prices: { input: values.NOTES_INPUT_PRICE, output: values.NOTES_OUTPUT_PRICE },
    here: {
      dataFolder,
      allowed: values.NOTES_HERE,
      model: values.NOTES_HERE_MODEL,
      modelFolder: values.NOTES_MODEL_DIR,
      modelUrl: values.NOTES_MODEL_URL,
    },
  };
  return {
    role: values.ROLE,
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    trustedProxies: values.TRUSTED_PROXIES,
    dataFolder,
    databaseUrl: values.DATABASE_URL,
    databaseLimits: {
      poolSize: values.DATABASE_POOL,
      waitMs: values.DATABASE_WAIT_SECONDS * 1000,
      statementMs: values.DATABASE_STATEMENT_SECONDS * 1000,
    },
    /** Null: the data folder. */
    s3: s3Of(values),
    stopMs: values.STOP_SECONDS * 1000,
    logLevel: values.LOG_LEVEL,
    /** Null: no metrics. */
    metrics: values.METRICS_PORT === null ? null : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    /** Of the OpenTelemetry collector; null: no traces. */
    tracesUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    isProduction,
    speech,
    voices: {
      dataFolder,
      wanted: values.VOICES,
      /** Whether campaigns may remember how voices sound. */
      remembered: values.VOICES_REMEMBERED === 'yes',
      /** Null: downloaded to the data folder. */
      modelFolder: values.VOICES_MODEL_DIR,
      modelUrl: values.VOICES_MODEL_URL,
    },
    notes,
    ffmpegPath: values.FFMPEG_PATH,
    limits: {
      maxUploadBytes: values.MAX_UPLOAD_BYTES,
      maxAudioSeconds: values.MAX_AUDIO_HOURS * 3600,
      chunkBytes: values.UPLOAD_CHUNK_BYTES,
      openUploadDays: values.UPLOAD_DAYS,
      quoteMinutes: values.QUOTE_MINUTES,
      highlightsPercent: values.HIGHLIGHTS_PRICE_PERCENT ?? 100,
      /** 0: deleted once transcribed. */
      audioDays: values.AUDIO_DAYS,
    },
    highlightsPriceChosen: values.HIGHLIGHTS_PRICE_PERCENT !== null,
    /** Recordings checked, and analyses run, in parallel. */
    workers: values.WORKERS ?? availableParallelism(),
    quotas: {
      storedBytes: values.USER_STORED_BYTES,
      textBytes: values.USER_TEXT_BYTES,
      uploads: values.USER_UPLOADS,
      campaigns: values.USER_CAMPAIGNS,
      analyses: values.USER_ANALYSES,
      streams: values.USER_STREAMS,
      imports: values.USER_IMPORTS,
      callsPerMinute: values.USER_CALLS_PER_MINUTE,
    },
    longestWaitSeconds: values.LONGEST_WAIT_MINUTES * 60,
    callsAtOnce: values.CALLS_AT_ONCE,
    addressCallsPerMinute: values.ADDRESS_CALLS_PER_MINUTE,
    freeAnalyses: values.FREE_ANALYSES,
    welcomeCredits: values.WELCOME_CREDITS,
    secretsKeys: values.SECRETS_KEY,
    webhooks: { hosts: values.WEBHOOK_HOSTS, http: values.WEBHOOK_HTTP },
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    countries: {
      header: values.COUNTRY_HEADER,
      allowed: values.ALLOWED_COUNTRIES,
      blocked: values.BLOCKED_COUNTRIES,
    },
    cognito:
      userPoolId !== null && clientId !== null
        ? { userPoolId, clientId, oauthDomain: values.COGNITO_DOMAIN }
        : null,
    stripe: stripeOf(values),
    embeddedBillingAllowed: values.HEARTHSCRIBE_EMBEDDED_BILLING,
    operator: operatorOf(values),
    legalFolder: legalFolderOf(values),
    trackers: trackersOf(values),
    links: { discord: values.DISCORD_URL, sites: values.SOCIAL_LINKS },
  };
}
