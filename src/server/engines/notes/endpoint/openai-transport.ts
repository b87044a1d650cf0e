import { z } from 'zod';
import { parseJson } from '#contract/unknown-values.ts';
import {
  askService,
  isTooLong,
  type ServiceRefusal,
  type StartTimer,
  saidIn,
  serviceAddress,
} from '../../engine-service.ts';
import { NotesUnavailable } from '../errors.ts';
import { type Answered, CHARACTERS_OF_TOKEN, type ChatTransport, plainSchema } from './transport.ts';

interface OpenAiTransportSettings {
  url: string;
  key?: string | null;
  model: string;
  contextTokens: number;
  silenceMs: number;
  fetch?: typeof fetch;
  startTimer?: StartTimer;
}

const Content = z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).nullish();
const Usage = z
  .object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() })
  .nullish();
const Spoken = z.object({ content: Content, refusal: z.string().nullish() });
const Completion = z.object({
  choices: z.array(
    z.object({ message: Spoken.nullish(), delta: Spoken.nullish(), finish_reason: z.string().nullish() }),
  ),
  usage: Usage,
});
type Completion = z.infer<typeof Completion>;

type JsonFormat = 'json_schema' | 'json_object' | 'none';

/** Streams if the service can, and no longer sends fields that it has rejected. */
export function createOpenAiTransport(settings: OpenAiTransportSettings): ChatTransport {
  const address = openAiAddress(settings.url);
  let formats: JsonFormat[] = ['json_schema', 'json_object', 'none'];
  let countsTokens = true;

  return {
    async send(messages, answer, signal) {
      const mostCharacters = (answer.mostTokens ?? Number.POSITIVE_INFINITY) * CHARACTERS_OF_TOKEN;
      for (;;) {
        const format = formats[0] ?? 'none';
        const counts = countsTokens;
        const reply = await askService<Answered>({
          address,
          key: settings.key,
          body: JSON.stringify({
            model: settings.model,
            messages,
            temperature: 0.2,
            stream: true,
            ...(counts ? { stream_options: { include_usage: true } } : {}),
            ...formatOf(format, answer),
          }),
          silenceMs: settings.silenceMs,
          signal,
          ...(settings.fetch ? { fetch: settings.fetch } : {}),
          ...(settings.startTimer ? { startTimer: settings.startTimer } : {}),
          read: (text, contentType) => readCompletion(text, contentType, mostCharacters),
          isEnough: (text, contentType) =>
            text.length > mostCharacters &&
            contentType.includes('event-stream') &&
            streamed(text).answer.content.length > mostCharacters,
          setting: 'NOTES',
          formatWords: /response_format|json_schema|json_object|schema|grammar|stream_options|include_usage/i,
        });
        if (reply.kind === 'content' && reply.inputTokens >= settings.contextTokens - 1)
          return {
            kind: 'tooLong',
            reason: `filled its context of ${settings.contextTokens} tokens`,
            waitMs: null,
          };
        if (reply.kind !== 'format') return reply;
        if (/stream_options|include_usage/i.test(reply.reason)) {
          if (!counts) return { ...reply, kind: 'request' };
          countsTokens = false;
        } else if (format === 'none') return { ...reply, kind: 'request' };
        else if (formats[0] === format) formats = formats.slice(1);
      }
    },
  };
}

/** @throws NotesUnavailable if NOTES_URL is not an address */
export function openAiAddress(url: string): string {
  const address = serviceAddress(url, '/chat/completions');
  if (address !== null) return address;
  throw new NotesUnavailable(`NOTES_URL is "${url}", which is not an address.`, { retryable: false });
}

function formatOf(format: JsonFormat, { name, schema }: { name: string; schema: Record<string, unknown> }) {
  if (format === 'none') return {};
  if (format === 'json_object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { name, schema: plainSchema(schema) } } };
}

const silent: Answered = {
  kind: 'content',
  content: '',
  isCut: false,
  refusal: null,
  inputTokens: 0,
  outputTokens: 0,
};

/** Null if the text is neither a completion nor server-sent events. Many services know no limit, or count thoughts in it: a longer answer is cut here. */
function readCompletion(
  text: string,
  contentType: string,
  mostCharacters = Number.POSITIVE_INFINITY,
): Answered | ServiceRefusal | null {
  if (!contentType.includes('event-stream')) return wholeAnswer(text);
  const { answer, isFinished, refused } = streamed(text);
  if (refused !== null) return refused;
  if (answer.content.length > mostCharacters)
    return {
      ...answer,
      content: answer.content.slice(0, mostCharacters),
      isCut: true,
      outputTokens: answer.outputTokens || Math.ceil(answer.content.length / CHARACTERS_OF_TOKEN),
    };
  return isFinished
    ? answer
    : { kind: 'wait', reason: 'broke off in the middle of its answer', waitMs: null };
}

function streamed(text: string): { answer: Answered; isFinished: boolean; refused: ServiceRefusal | null } {
  const answer: Answered = { ...silent };
  let isFinished = false;
  for (const line of text.split(/\r?\n/)) {
    const data = /^data:\s?(.*)$/.exec(line)?.[1];
    if (data === undefined) continue;
    if (data === '[DONE]') return { answer, isFinished: true, refused: null };
    const json = parseJson(data);
    const refused = errorIn(json, data);
    if (refused !== null) return { answer, isFinished, refused };
    const event = Completion.safeParse(json);
    if (!event.success) continue;
    add(answer, event.data);
    isFinished ||= event.data.choices.some(({ finish_reason }) => finish_reason != null);
  }
  return { answer, isFinished, refused: null };
}

function wholeAnswer(text: string): Answered | ServiceRefusal | null {
  const json = parseJson(text);
  const refused = errorIn(json, text);
  if (refused !== null) return refused;
  const completion = Completion.safeParse(json);
  if (!completion.success || completion.data.choices[0]?.message == null) return null;
  const answer: Answered = { ...silent };
  add(answer, completion.data);
  return answer;
}

function add(answer: Answered, { choices, usage }: Completion): void {
  const choice = choices[0];
  const spoken = choice?.message ?? choice?.delta;
  const content = spoken?.content ?? '';
  answer.content += typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
  if (spoken?.refusal) answer.refusal = (answer.refusal ?? '') + spoken.refusal;
  if (choice?.finish_reason === 'length') answer.isCut = true;
  if (choice?.finish_reason === 'content_filter') answer.refusal ??= 'its content filter';
  if (usage != null) {
    answer.inputTokens = usage.prompt_tokens ?? 0;
    answer.outputTokens = usage.completion_tokens ?? 0;
  }
}

/** Some servers return an error with status 200 or within a stream. */
function errorIn(json: unknown, text: string): ServiceRefusal | null {
  if (typeof json !== 'object' || json === null || !('error' in json) || 'choices' in json) return null;
  const kind = isTooLong(text) ? 'tooLong' : 'wait';
  return { kind, reason: `answered ${saidIn(text)}`, waitMs: null };
}
