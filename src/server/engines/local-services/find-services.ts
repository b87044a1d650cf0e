import type { NotesSettings, SpeechSettings } from '#server/platform/config.ts';
import {
  type ChatSoftware,
  type ChosenModel,
  chooseModel,
  describeChatService,
  softwareNames,
} from './chat-services.ts';
import { describeSpeechService } from './speech-services.ts';

const chatAddresses: readonly string[] = [
  'http://127.0.0.1:11434',
  'http://127.0.0.1:1234',
  'http://127.0.0.1:8080',
  'http://127.0.0.1:8081',
];
const speechAddresses: readonly string[] = [
  'http://127.0.0.1:8080',
  'http://127.0.0.1:8081',
  'http://127.0.0.1:8000',
];

const LIMIT_MS = 2000;

interface FindOptions {
  ownPort: number;
  fetch?: typeof fetch | undefined;
  limitMs?: number;
}

export interface Found<Settings> {
  settings: Settings;
  text: string;
  isFound: boolean;
}

const limited = ({ limitMs = LIMIT_MS }: FindOptions) => AbortSignal.timeout(limitMs);

const addressesOf = (all: readonly string[], ownPort: number) =>
  all.filter((address) => Number(new URL(address).port) !== ownPort);

/** Resolves `NOTES_URL=auto` within two seconds. Never throws. */
export async function findNotesService(
  settings: NotesSettings,
  options: FindOptions,
): Promise<Found<NotesSettings>> {
  if (settings.url !== 'auto') return { settings, text: '', isFound: true };
  const addresses = addressesOf(chatAddresses, options.ownPort);
  const looked = await Promise.all(
    addresses.map(async (url) => {
      const access = { url, key: settings.key, fetch: options.fetch, signal: limited(options) };
      const service = await describeChatService(access);
      if (service === null || service.software === 'other') return null;
      const wanted = { model: settings.model, contextTokens: settings.contextTokens ?? null };
      const chosen = await chooseModel(service, wanted, access).catch((error: Error) => ({
        problem: error.message,
      }));
      return { url, software: service.software, chosen };
    }),
  );
  const found = looked.filter((each) => each !== null);
  const usable = found.find(({ chosen }) => 'name' in chosen);
  if (usable !== undefined && 'name' in usable.chosen) {
    return {
      settings: { ...settings, url: usable.url, model: usable.chosen.name },
      text: `Found ${usedModel(usable.software, usable.url, usable.chosen)} (${asked(settings, 'NOTES_URL')}).${others(
        found.flatMap((each) => (each !== usable && 'name' in each.chosen ? [each.url] : [])),
        'NOTES_URL',
      )}`,
      isFound: true,
    };
  }
  if (settings.isAutoByDefault && found.length === 0)
    return { settings: { ...settings, url: null }, text: '', isFound: true };
  const problems = found.flatMap(({ chosen }) => ('problem' in chosen ? [chosen.problem] : []));
  const why =
    problems.length > 0
      ? problems.join(' ')
      : `Neither Ollama (port 11434), LM Studio (1234) nor llama.cpp (8080, 8081) answers on this computer.`;
  return {
    settings: { ...settings, url: null },
    text: `NOTES_URL=auto found no model to write notes with, so the embedded engine picks highlights. ${why}`,
    isFound: false,
  };
}

const asked = ({ isAutoByDefault }: { isAutoByDefault?: boolean }, name: string) =>
  isAutoByDefault ? `${name}=none leaves it alone` : `${name}=auto`;

const others = (urls: readonly string[], name: string) =>
  urls.map((url) => ` ${name}=${url} takes the one found there instead.`).join('');

export function usedModel(software: ChatSoftware, url: string, chosen: ChosenModel): string {
  const { host } = new URL(url);
  const later = chosen.isMissing ? ', which is downloaded with the first analysis' : '';
  return `${softwareNames[software]} at ${host}, model ${chosen.name}${later}, with a context of ${chosen.contextTokens} tokens`;
}

/** Resolves `SPEECH_URL=auto` within two seconds. Never throws. */
export async function findSpeechService(
  settings: SpeechSettings,
  options: FindOptions,
): Promise<Found<SpeechSettings>> {
  if (settings.url !== 'auto') return { settings, text: '', isFound: true };
  const looked = await Promise.all(
    addressesOf(speechAddresses, options.ownPort).map(async (url) => ({
      url,
      service: await describeSpeechService({
        url,
        key: settings.key,
        fetch: options.fetch,
        signal: limited(options),
      }),
    })),
  );
  const usable = looked.flatMap(({ url, service }): Found<SpeechSettings>[] => {
    const { host } = new URL(url);
    if (service?.software === 'whisperCpp')
      // It has the model that it was started with.
      return [
        {
          settings: { ...settings, url: `${url}/inference`, model: 'whisper.cpp' },
          text: `Found whisper.cpp at ${host} (${asked(settings, 'SPEECH_URL')}).`,
          isFound: true,
        },
      ];
    const model = service?.models.find((name) => name === settings.model) ?? service?.models[0];
    if (model === undefined) return [];
    return [
      {
        settings: { ...settings, url, model },
        text: `Found a speech service at ${host}, model ${model} (${asked(settings, 'SPEECH_URL')}).`,
        isFound: true,
      },
    ];
  });
  const [first, ...further] = usable;
  if (first !== undefined) {
    const urls = further.flatMap((each) => each.settings.url ?? []);
    return { ...first, text: `${first.text}${others(urls, 'SPEECH_URL')}` };
  }
  if (settings.isAutoByDefault) return { settings: { ...settings, url: null }, text: '', isFound: true };
  return {
    settings: { ...settings, url: null },
    text: 'SPEECH_URL=auto found neither whisper.cpp (port 8080, 8081), LocalAI (8080) nor speaches (8000) on this computer, so the embedded engine transcribes.',
    isFound: false,
  };
}

export async function findServices(
  config: { speech: SpeechSettings; notes: NotesSettings; port: number },
  options: Omit<FindOptions, 'ownPort'> = {},
): Promise<{ speech: Found<SpeechSettings>; notes: Found<NotesSettings> }> {
  const all = { ...options, ownPort: config.port };
  const [speech, notes] = await Promise.all([
    findSpeechService(config.speech, all),
    findNotesService(config.notes, all),
  ]);
  return { speech, notes };
}
