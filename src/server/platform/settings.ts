import { z } from 'zod';
import { parseSecretKeys } from './secret-box.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';

export interface Setting<Value> {
  default: string;
  description: string;
  schema: z.ZodType<Value, string>;
  /** Can also be in a file, which NAME_FILE names. */
  isSecret?: true;
}

const secret = <Value>(setting: Setting<Value>): Setting<Value> => ({ ...setting, isSecret: true });
const setting = <Value>(
  fallback: string,
  description: string,
  schema: z.ZodType<Value, string>,
): Setting<Value> => ({
  default: fallback,
  description,
  schema,
});

const text = z.string().transform((value) => (value === '' ? null : value));
const integer = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be between ${from} and ${to}`);
const yesOrNo = z.enum(['', '0', '1'], 'must be 1 or 0').transform((value) => value === '1');
const address = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => value === '' || (URL.canParse(value) && protocols.includes(new URL(value).protocol)),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )
    .transform((value) => (value === '' ? null : value));

const serviceAddress = z
  .string()
  .refine(
    (value) =>
      ['', 'auto', 'none'].includes(value) ||
      (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
    'must be auto, none, or an address that begins with http:// or https://',
  )
  .transform((value) => (value === '' ? null : value));
const optional = <Value>(schema: z.ZodType<Value, string>) =>
  z.union([z.literal('').transform(() => null), schema]);
const price = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a price such as 0.15')
  .transform(Number);

const origin = address('http:', 'https:')
  .refine(
    (value) => value === null || `${new URL(value).origin}/` === new URL(value).href,
    'must be an address without a path, such as https://notes.example.org',
  )
  .transform((value) => (value === null ? null : new URL(value).origin));

const units: Record<string, number> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };
const bytes = z
  .string()
  .regex(/^\d{1,12} ?(KiB|MiB|GiB)?$/, 'must be a size such as 5 MiB')
  .transform((value) => {
    const [, amount, unit] = /^(\d+) ?(\w*)$/.exec(value) ?? [];
    return Number(amount) * (units[unit ?? ''] ?? 1);
  })
  .refine((value) => value > 0 && Number.isSafeInteger(value), 'must be a size such as 5 MiB');

const trustedProxies = z.string().transform((value, context) => {
  const trusted = parseTrustedProxies(value);
  if (trusted !== null) return trusted;
  context.addIssue({
    code: 'custom',
    message: 'must be a number of proxies from 0 to 9, or addresses and ranges such as 127.0.0.1,10.0.0.0/8',
  });
  return z.NEVER;
});

const identifier = (pattern: RegExp, message: string) =>
  z
    .string()
    .regex(pattern, message)
    .transform((value) => (value === '' ? null : value));

const scriptAddress = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !/[?#;,\s]/.test(value),
    'must be an address without a query, such as https://www.example.org/script.js',
  );

const split = (value: string): [string, ...string[]] => {
  const [first = '', ...rest] = value.split(/,\s*/);
  return [first, ...rest];
};

const prices = z
  .string()
  .regex(/^(price_\w+(,\s*price_\w+)*)?$/, 'must be a price id such as price_1AbCdEfGh')
  .transform((value) => (value === '' ? null : split(value)));

const pairs = z
  .string()
  .regex(/^([A-Za-z]\w{0,39}=[^,=]{1,100}(,|$))*$/, 'must be name=value pairs, separated by commas')
  .transform(
    (value): Record<string, string> =>
      Object.fromEntries(value.split(',').flatMap((pair) => (pair === '' ? [] : [pair.split('=')]))),
  );

const countries = z
  .string()
  .regex(/^([A-Za-z]{2}(,\s*[A-Za-z]{2})*)?$/, 'must be two-letter country codes, separated by commas')
  .transform((value) => (value === '' ? [] : value.toUpperCase().split(/,\s*/)));

const sites = z
  .string()
  .transform((value) => value.split(',').filter((entry) => entry.trim() !== ''))
  .transform((entries) =>
    entries.map((entry) => {
      const [name = '', ...rest] = entry.split('=');
      return { name: name.trim(), url: rest.join('=').trim() };
    }),
  )
  .refine(
    (links) =>
      links.length <= 3 &&
      links.every(
        ({ name, url }) =>
          name.length > 0 && name.length <= 40 && /^https?:\/\//.test(url) && URL.canParse(url),
      ),
    'must be up to three links such as Mastodon=https://social.example.org/@notes, separated by commas',
  );

const secretKeys = z.string().transform((value, context) => {
  const keys = parseSecretKeys(value);
  if (keys !== null) return keys;
  context.addIssue({
    code: 'custom',
    message: 'must be 32 random bytes in base64, such as `openssl rand -base64 32` prints',
  });
  return z.NEVER;
});

const hosts = z
  .string()
  .regex(
    /^((\[[\da-f:]+\]|[a-z\d.-]+)(:\d{1,5})?(,\s*|$))*$/i,
    'must be hosts such as wiki.example.lan or 10.0.0.5:8443, separated by commas',
  )
  .transform((value) =>
    value
      .toLowerCase()
      .split(/,\s*/)
      .filter((host) => host !== ''),
  );

export const settings = {
  ROLE: setting(
    'all',
    '`all`: one process does everything. `web` only serves users, `worker` only runs jobs; any number of both share a PostgreSQL.',
    z.enum(['all', 'web', 'worker'], 'must be all, web or worker'),
  ),
  PORT: setting('8080', 'Port to listen on; 0 takes any free one.', integer(0, 65_535)),
  HOST: setting(
    '127.0.0.1',
    'Address to listen on. To serve other computers, put an HTTPS proxy in front.',
    z.string().min(1),
  ),
  PUBLIC_URL: setting(
    '',
    'Public address, such as `https://notes.example.org`. Required behind a proxy or for other computers: the embedded identity provider answers only there.',
    origin,
  ),
  TRUSTED_PROXIES: setting(
    '',
    'Trusted proxies for `X-Forwarded-For`: their number, such as `1`, or their addresses and ranges, such as `127.0.0.1,10.0.0.0/8`. Without it, all users behind a proxy share one limit on attempts at passwords and passphrases.',
    trustedProxies,
  ),
  HEARTHSCRIBE_DATA: setting(
    './.data',
    'Folder for the database, recordings, models and keys.',
    z.string().min(1),
  ),
  DATABASE_URL: secret(
    setting(
      '',
      'A PostgreSQL (15 or later) instead of the embedded one, such as `postgres://user:password@host/name`.',
      address('postgres:', 'postgresql:'),
    ),
  ),
  DATABASE_POOL: setting(
    '10',
    'Connections to that PostgreSQL for calls and jobs; the job queue uses 5 more, notifications 1.',
    integer(1, 500),
  ),
  DATABASE_WAIT_SECONDS: setting(
    '10',
    'Seconds a call waits for a connection before the server answers 503.',
    integer(1, 50),
  ),
  DATABASE_STATEMENT_SECONDS: setting(
    '30',
    'Longest time for one statement. A PostgreSQL that is silent for 5 seconds longer counts as lost.',
    integer(1, 3_600),
  ),
  STOP_SECONDS: setting(
    '20',
    'Longest time to shut down on SIGTERM or Ctrl-C; unfinished work resumes at the next start.',
    integer(1, 600),
  ),
  LOG_LEVEL: setting(
    'info',
    'Log level (standard error): fatal, error, warn, info, debug, trace or silent.',
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
  ),
  METRICS_PORT: setting(
    '',
    'Port for `GET /metrics` in the format of Prometheus; without it there are no metrics.',
    optional(integer(0, 65_535)),
  ),
  METRICS_HOST: setting(
    '127.0.0.1',
    'Address for the metrics to listen on. They contain no contents and no addresses of users, but are open to all who reach that port.',
    z.string().min(1),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    '',
    'Address of an OpenTelemetry collector, such as `http://localhost:4318`, to send traces to by OTLP over HTTP: a span for each call, job and stage of an analysis. The exporter’s own settings, such as `OTEL_EXPORTER_OTLP_HEADERS`, count too.',
    address('http:', 'https:'),
  ),
  SPEECH_URL: secret(
    setting(
      '',
      'Speech service: OpenAI-compatible (`/v1/audio/transcriptions`), or whisper.cpp’s server (`/inference`). `auto`, the default of an installation for one computer, looks there for whisper.cpp, speaches and LocalAI at the start. `none`, or if there is none, the embedded engine transcribes.',
      serviceAddress,
    ),
  ),
  SPEECH_KEY: secret(setting('', 'API key of the speech service.', text)),
  SPEECH_MODEL: setting('whisper-1', 'Model to request from the speech service.', z.string().min(1)),
  SPEECH_CONCURRENCY: setting('3', 'Chunks sent to the speech service in parallel.', integer(1, 32)),
  SPEECH_CHUNK_SECONDS: setting(
    '300',
    'Longest chunk sent to the speech service, in seconds.',
    integer(10, 780),
  ),
  SPEECH_MODEL_DIR: setting(
    '',
    'Folder with the embedded speech engine’s model, instead of downloading it to the data folder. `silero_vad.onnx` in it finds where somebody speaks, for a speech service too.',
    text,
  ),
  SPEECH_MODEL_URL: setting(
    '',
    'Mirror to download the embedded speech engine’s model from.',
    address('http:', 'https:'),
  ),
  VOICES: setting(
    'auto',
    'Whether to tell apart who speaks on a recording with one track: `auto` does where the embedded engine transcribes, `yes` also with a speech service, `no` never.',
    z.enum(['auto', 'yes', 'no']),
  ),
  VOICES_REMEMBERED: setting(
    'yes',
    'Whether a campaign may remember how those voices sound whose owners agreed, to suggest who speaks in its next recording. `no` forbids it, and removes what is stored within the hour.',
    z.enum(['yes', 'no']),
  ),
  VOICES_MODEL_DIR: setting(
    '',
    'Folder with the models that tell voices apart (`segmentation.onnx`, `embedding.onnx`), instead of downloading them (36 MB) to the data folder.',
    text,
  ),
  VOICES_MODEL_URL: setting(
    '',
    'Mirror to download the models that tell voices apart from.',
    address('http:', 'https:'),
  ),
  NOTES_URL: secret(
    setting(
      '',
      'Service with the language model that writes the notes: Ollama, LM Studio, llama.cpp, or any OpenAI-compatible chat service. `auto`, the default of an installation for one computer, looks there for the first three at the start. `none`, or if there is none, the embedded engine picks highlights.',
      serviceAddress,
    ),
  ),
  NOTES_KEY: secret(setting('', 'API key of the chat service.', text)),
  NOTES_MODEL: setting(
    '',
    'Model to request from the chat service; without it, the first that the service names. Ollama downloads it if it is missing.',
    text,
  ),
  NOTES_CONTEXT: setting(
    '',
    'Longest context to use, in tokens, from 8000; without it, what the service says (Ollama: at most 16384, because it keeps memory for all of it).',
    optional(integer(8000, 2_000_000)),
  ),
  NOTES_CONCURRENCY: setting(
    '',
    'Calls to the chat service in parallel; without it, one on this computer, three elsewhere.',
    optional(integer(1, 64)),
  ),
  NOTES_SILENCE_SECONDS: setting(
    '600',
    'Longest time without a word from the chat service before a call is repeated. A model without a graphics card can take minutes to read a question.',
    integer(10, 7_200),
  ),
  NOTES_HERE: setting(
    'ask',
    'Whether a language model may run inside Hearthscribe and write notes on this computer, so that nothing leaves it: `ask` lets the user of an installation for one computer fetch it with one click, and is `no` for all others; `yes` fetches it when it is first needed; `no` never offers it.',
    z.enum(['ask', 'yes', 'no'], 'must be ask, yes or no'),
  ),
  NOTES_HERE_MODEL: setting(
    '',
    'Which model that is: `qwen3-4b` (2.5 GB, from 8 GB of memory), `gemma-4-e4b` (5.3 GB, from 16 GB) or `granite-4-tiny` (4.2 GB, from 16 GB, the fastest); without it, by the memory of this computer.',
    optional(z.enum(['qwen3-4b', 'gemma-4-e4b', 'granite-4-tiny'], 'must be one of the models listed')),
  ),
  NOTES_MODEL_DIR: setting(
    '',
    'Folder with one GGUF file, to be used as that model instead of a download.',
    text,
  ),
  NOTES_MODEL_URL: setting('', 'Mirror to download that model from.', address('http:', 'https:')),
  NOTES_INPUT_PRICE: setting(
    '0',
    'What a million tokens of questions to the chat service costs you, in your currency; shown at `/dev/status`, and with the price of an analysis to whoever runs Hearthscribe for themselves.',
    price,
  ),
  NOTES_OUTPUT_PRICE: setting('0', 'The same for a million tokens of its answers.', price),
  FFMPEG_PATH: setting('', "ffmpeg to decode with; otherwise the system's, then the packaged one.", text),
  MAX_UPLOAD_BYTES: setting('2 GiB', 'Largest recording that users can upload.', bytes),
  MAX_AUDIO_HOURS: setting('12', 'Longest recording that users can analyze.', integer(1, 100)),
  UPLOAD_CHUNK_BYTES: setting('5 MiB', 'Upload chunk size.', bytes),
  UPLOAD_DAYS: setting('7', 'Days to keep an unfinished upload.', integer(1, 365)),
  QUOTE_MINUTES: setting('15', 'Minutes for which a quote is valid.', integer(1, 1_440)),
  HIGHLIGHTS_PRICE_PERCENT: setting(
    '',
    'Price of Highlights (notes without a language model), in percent of the price of written notes; without it, 100. If you sell analyses without a model, start and `npm run doctor` ask you for it; we suggest 25.',
    optional(integer(0, 100)),
  ),
  AUDIO_DAYS: setting(
    '30',
    'Days to keep audio after the last analysis; 0 deletes it once it is transcribed.',
    integer(0, 3_650),
  ),
  WORKERS: setting(
    '',
    'Recordings that are checked, and analyses that run, in parallel in this process; without it, as many as processor cores. One more runs for a user who has none.',
    optional(integer(1, 64)),
  ),
  USER_STORED_BYTES: setting(
    '100 GiB',
    'Most recordings that one user can store, with what unfinished uploads will take.',
    bytes,
  ),
  USER_TEXT_BYTES: setting(
    '256 MiB',
    'Most text that one user can store: notes with their earlier versions, transcripts, and texts of campaigns. About 300 evenings of four hours.',
    bytes,
  ),
  USER_UPLOADS: setting('50', 'Most unfinished uploads of one user.', integer(1, 10_000)),
  USER_CAMPAIGNS: setting('1000', 'Most campaigns of one user.', integer(1, 100_000)),
  USER_ANALYSES: setting('100', 'Most analyses of one user that wait or run.', integer(1, 10_000)),
  USER_STREAMS: setting(
    '40',
    'Most event streams that one user can have open at once; pages beyond it ask every few seconds.',
    integer(1, 1_000),
  ),
  USER_IMPORTS: setting('5', 'Most transcripts and notes that one user can import at once.', integer(1, 100)),
  USER_CALLS_PER_MINUTE: setting(
    '3000',
    'Most calls of one signed-in user in a minute; chunks of uploads do not count.',
    integer(1, 10_000_000),
  ),
  LONGEST_WAIT_MINUTES: setting(
    '720',
    'Longest time that an analysis may have to wait for its turn; until the wait is shorter, the server refuses to start more.',
    integer(1, 100_000),
  ),
  CALLS_AT_ONCE: setting(
    '100',
    'Calls that this process works on at once, as many chunks of uploads, and as many pages and other requests; as many more of each wait, the rest gets 503.',
    integer(1, 10_000),
  ),
  ADDRESS_CALLS_PER_MINUTE: setting(
    '6000',
    'Most requests of one address in a minute to this process, with pages, files and chunks of uploads; a household or a table behind one router shares it. Beyond it: 429.',
    integer(60, 10_000_000),
  ),
  FREE_ANALYSES: setting(
    '1',
    'Free analyses that a new user gets, each of up to 6 hours.',
    integer(0, 1_000),
  ),
  WELCOME_CREDITS: setting('0', 'Credits that a new user gets.', integer(0, 1_000_000)),
  COGNITO_USER_POOL_ID: setting(
    '',
    'Amazon Cognito user pool that signs users in, instead of the embedded provider.',
    identifier(/^([a-z]{2}(-[a-z]+)+-\d_[0-9A-Za-z]+)?$/, 'must be a pool id such as eu-west-1_Ab12Cd34E'),
  ),
  COGNITO_CLIENT_ID: setting('', 'App client of that user pool.', text),
  COGNITO_DOMAIN: setting(
    '',
    'Domain of that user pool, such as `notes.auth.eu-west-1.amazoncognito.com`: with it, users may sign in with Google.',
    identifier(/^([a-z0-9-]+(\.[a-z0-9-]+)+)?$/, 'must be a domain without https:// and without a path'),
  ),
  COUNTRY_HEADER: setting(
    '',
    'Header with the visitor’s country, set by the proxy, such as `cf-ipcountry`; without it, no visitor sees the country banner.',
    z
      .string()
      .regex(/^[A-Za-z0-9-]*$/, 'must be the name of a header')
      .transform((value) => (value === '' ? null : value.toLowerCase())),
  ),
  ALLOWED_COUNTRIES: setting(
    '',
    'Countries where the service is available, such as `DE,AT,CH`; default: all. Visitors elsewhere see a banner; nothing is blocked.',
    countries,
  ),
  BLOCKED_COUNTRIES: setting('', 'Countries where it is not available.', countries),
  S3_BUCKET: setting(
    '',
    'Bucket of an S3 store that keeps recordings and playbacks, which needs to be used by Hearthscribe alone. Without it, they are in the data folder.',
    identifier(/^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/, 'must be the name of a bucket'),
  ),
  S3_URL: setting(
    '',
    'Address of that store, such as `https://s3.example.org`; default: Amazon S3.',
    address('http:', 'https:'),
  ),
  S3_REGION: setting(
    'us-east-1',
    'Its region.',
    z.string().regex(/^[A-Za-z0-9-]{1,40}$/, 'must be a region such as eu-west-1'),
  ),
  S3_ACCESS_KEY_ID: setting(
    '',
    'Key of that store, together with its secret below. Without them, those of the environment, such as the role of the computer.',
    text,
  ),
  S3_SECRET_ACCESS_KEY: secret(setting('', 'Secret of that key.', text)),
  S3_ENCRYPTION: setting(
    '',
    'How that store encrypts objects: `AES256`, `aws:kms` or `aws:kms/KEY`; default: as its bucket is set up.',
    z
      .string()
      .regex(/^(AES256|aws:kms(\/[\w:/-]{1,200})?)?$/, 'must be AES256, aws:kms or aws:kms/KEY')
      .transform((value) => {
        if (value === '') return null;
        const [kind, ...key] = value.split('/');
        return {
          kind: kind === 'AES256' ? ('AES256' as const) : ('aws:kms' as const),
          key: key.length === 0 ? null : key.join('/'),
        };
      }),
  ),
  SMTP_URL: secret(
    setting(
      '',
      'Email server, such as `smtps://user:password@mail.example.org`; without it, emails are kept in the database for a day and shown at `/dev/mail` on this computer.',
      address('smtp:', 'smtps:'),
    ),
  ),
  MAIL_FROM: setting(
    'Hearthscribe <hearthscribe@localhost>',
    'Sender of the emails.',
    z
      .string()
      .regex(
        /^[^\r\n]*@[^\r\n]+$/,
        'must be an email address, or a name with one, such as Hearthscribe <notes@example.org>',
      ),
  ),
  SECRETS_KEY: secret(
    setting(
      '',
      'Key that encrypts the webhook addresses of users: 32 random bytes in base64 (`openssl rand -base64 32`); after it, separated by commas, earlier keys. Without it, `secrets-key` in the data folder, which is created.',
      secretKeys,
    ),
  ),
  WEBHOOK_HOSTS: setting(
    '',
    'Hosts inside your network that users may post notes to, such as `wiki.example.lan,10.0.0.5:8443`. All others must have public addresses and use port 443.',
    hosts,
  ),
  WEBHOOK_HTTP: setting('0', '1 allows `http://` for those hosts, for development.', yesOrNo),
  STRIPE_SECRET_KEY: secret(
    setting(
      '',
      'Secret (or restricted) key of a Stripe account, which takes the payments; with it, the three below. Without it, an embedded stand-in takes play money, on this computer only.',
      identifier(
        /^((sk|rk)_(test|live)_\w+)?$/,
        'must be a key that begins with sk_test_, sk_live_, rk_test_ or rk_live_',
      ),
    ),
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    setting(
      '',
      'Signing secret of the webhook at Stripe that posts to `/stripe/webhook`.',
      identifier(/^(whsec_\w+)?$/, 'must be a secret that begins with whsec_'),
    ),
  ),
  STRIPE_PRICE_STANDARD: setting(
    '',
    'Id of the monthly price of Standard; after it, separated by commas, earlier prices.',
    prices,
  ),
  STRIPE_PRICE_PRO: setting('', 'The same for Pro.', prices),
  HEARTHSCRIBE_EMBEDDED_BILLING: setting(
    '0',
    '1 serves the embedded stand-in for Stripe to other computers, too: everyone can then give themselves credits.',
    yesOrNo,
  ),
  HEARTHSCRIBE_EMBEDDED_IDENTITY: setting(
    '0',
    '1 allows the embedded identity provider when NODE_ENV is production.',
    yesOrNo,
  ),
  OPERATOR_NAME: setting(
    '',
    'Your name, or that of your company: appears in the terms and the privacy policy. Set it together with the four below; without them the pages say that this is a private installation.',
    text,
  ),
  OPERATOR_ADDRESS: setting('', 'Your postal address, on one line.', text),
  OPERATOR_EMAIL: setting(
    '',
    'Email address for questions, complaints and data protection.',
    identifier(/^([^\s@<>]+@[^\s@<>]+)?$/, 'must be an email address such as help@example.org'),
  ),
  OPERATOR_COUNTRY: setting('', 'Country you are in, such as `Ireland`.', text),
  OPERATOR_LAW: setting('', 'Law that governs the terms, such as `The law of Ireland`.', text),
  LEGAL_DIR: setting(
    '',
    'Folder with your own texts, in Markdown: `terms.md`, `privacy.md` and `cookies.md` each replace the page of that name.',
    text,
  ),
  SOCIAL_LINKS: setting(
    '',
    'Up to three of your social sites, such as `Mastodon=https://social.example.org/@notes,YouTube=https://…`; pages link there.',
    sites,
  ),
  DISCORD_URL: setting(
    '',
    'Invitation to your Discord server, for the menu and the footer.',
    address('https:'),
  ),
  ANALYTICS_ID: setting(
    '',
    'Measurement id of Google Analytics, such as `G-AB12CD34EF`; loaded only with the visitor’s consent, like the two below.',
    identifier(/^[A-Za-z0-9-]{0,40}$/, 'must be a measurement id such as G-AB12CD34EF'),
  ),
  ANALYTICS_DATA_LAYER: setting(
    'dataLayer',
    'Name of the data layer on the window.',
    z.string().regex(/^[A-Za-z_$][\w$]{0,60}$/, 'must be a name such as dataLayer'),
  ),
  ANALYTICS_SCRIPT: setting(
    'https://www.googletagmanager.com/gtag/js',
    'Address of the analytics script, or of your own proxy of it.',
    scriptAddress,
  ),
  ANALYTICS_PARAMETERS: setting(
    '',
    'Further parameters of analytics, such as `site_section=app,edition=beta`.',
    pairs,
  ),
  ADS_PIXEL_ID: setting(
    '',
    'Id of the ads pixel (Meta).',
    identifier(/^\d{0,30}$/, 'must be a number such as 1234567890'),
  ),
  ADS_PIXEL_SCRIPT: setting(
    'https://connect.facebook.net/en_US/fbevents.js',
    'Address of the script of the ads pixel.',
    scriptAddress,
  ),
  PROMOTEKIT_ID: setting(
    '',
    'Id of the partner program at PromoteKit.',
    identifier(/^[\w-]{0,80}$/, 'must be an id of letters, digits and hyphens'),
  ),
  PROMOTEKIT_SCRIPT: setting(
    'https://cdn.promotekit.com/promotekit.js',
    'Address of the script of the partner program.',
    scriptAddress,
  ),
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export type SettingValues = { [Name in SettingName]: z.infer<(typeof settings)[Name]['schema']> };

export function describeSettings(): string {
  const rows = Object.entries<Setting<unknown>>(settings).map(
    ([name, { default: fallback, description, isSecret }]) =>
      `| \`${name}\` | ${fallback === '' ? '–' : `\`${fallback}\``} | ${description}${isSecret ? ` Or \`${name}_FILE\`: a file that contains it.` : ''} |`,
  );
  return ['| Variable | Default | What it does |', '|---|---|---|', ...rows, ''].join('\n');
}
