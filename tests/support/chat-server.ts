import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ChatSoftware = 'openAi' | 'ollama' | 'lmStudio' | 'llamaCpp';

interface Body {
  model: string;
  messages: { role: string; content: string }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  response_format?: { type: string; json_schema?: { name: string; schema: unknown } };
  format?: unknown;
  truncate?: boolean;
  options?: { num_ctx?: number; num_predict?: number };
  think?: boolean;
}

export interface ChatRequest {
  number: number;
  path: string;
  kind: 'part' | 'closing' | 'story' | 'look' | 'recap' | 'change' | 'repair';
  system: string;
  user: string;
  body: Body;
  authorization: string | null;
}

/**
 * `halfStream` breaks the connection, `halfAndClose` ends the response early; `cut`: the model ran out of
 * room; `endless`: it repeats itself until the connection is closed.
 */
export type ChatAnswer =
  | string
  | 'stall'
  | 'hangUp'
  | 'halfStream'
  | 'halfAndClose'
  | 'cut'
  | 'endless'
  | { refusal: string }
  | { status: number; body?: string; headers?: Record<string, string> };

export interface ScriptedModel {
  name: string;
  contextTokens: number;
  canThink?: boolean;
  loadedTokens?: number | null;
}

export interface ChatServer {
  url: string;
  requests: ChatRequest[];
  mostAtOnce: number;
  models: ScriptedModel[];
  pullBreaksAt: number | null;
  pullError: string | null;
  pulls: string[];
  answer: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>;
  close(): Promise<void>;
}

export const realTokens = (text: string): number => Math.ceil(text.length / 4);

const OLLAMA_DEFAULT_CONTEXT = 4096;
const PULLED_BYTES = 4_000_000;

/** Takes its statements from the prompt. Has the shapes and limits of the imitated software. */
export async function startChatServer(
  options: { software?: ChatSoftware; models?: ScriptedModel[]; port?: number } = {},
): Promise<ChatServer> {
  const software = options.software ?? 'openAi';
  let atOnce = 0;
  const state: Omit<ChatServer, 'url' | 'close'> = {
    requests: [],
    mostAtOnce: 0,
    models: options.models ?? [{ name: 'test-model', contextTokens: 131_072, loadedTokens: 16_384 }],
    pullBreaksAt: null,
    pullError: null,
    pulls: [],
    answer: honestAnswer,
  };
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += part;
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = request.url ?? '';
    if (request.method === 'GET') {
      const page = described(software, state.models, path);
      json(page === null ? 404 : 200, page ?? { error: { message: `No such address: ${path}` } });
      return;
    }
    if (software === 'ollama' && path === '/api/show') {
      const model = modelOf(state, JSON.parse(text).model);
      if (!model) json(404, { error: `model '${JSON.parse(text).model}' not found` });
      else
        json(200, {
          details: { family: 'llama' },
          model_info: { 'general.architecture': 'llama', 'llama.context_length': model.contextTokens },
          capabilities: ['completion', ...(model.canThink ? ['thinking'] : [])],
        });
      return;
    }
    if (software === 'ollama' && path === '/api/pull') {
      await pull(state, JSON.parse(text).model, response);
      return;
    }
    if (path !== '/v1/chat/completions' && !(software === 'ollama' && path === '/api/chat')) {
      json(404, { error: { message: `No such address: ${path}` } });
      return;
    }
    atOnce += 1;
    state.mostAtOnce = Math.max(state.mostAtOnce, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    const body = JSON.parse(text) as Body;
    const asked: ChatRequest = {
      number: state.requests.length,
      path,
      kind: kindOf(body),
      system: body.messages[0]!.content,
      user: body.messages[1]!.content,
      body,
      authorization: request.headers.authorization ?? null,
    };
    state.requests.push(asked);
    const model = modelOf(state, body.model);
    if (software === 'ollama' && !model) {
      json(404, { error: `model '${body.model}' not found` });
      return;
    }
    const tooLong = limit(software, model, body, path);
    if (tooLong !== null) {
      json(400, tooLong);
      return;
    }
    const answer = await state.answer(asked);
    if (answer === 'stall') return;
    if (answer === 'hangUp') {
      request.socket.destroy();
      return;
    }
    if (typeof answer === 'object' && 'status' in answer) {
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.body ?? '');
      return;
    }
    if (path === '/api/chat') sendLines(request, response, body, answer);
    else sendCompletion(request, response, body, answer);
  }
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { url: `http://127.0.0.1:${port}`, close: () => stop(server) });
}

const modelOf = (state: Pick<ChatServer, 'models'>, name: string) =>
  state.models.find((model) => model.name === name || model.name === `${name}:latest`);

function described(software: ChatSoftware, models: ScriptedModel[], path: string): unknown {
  if (path === '/v1/models')
    return { object: 'list', data: models.map(({ name }) => ({ id: name, object: 'model' })) };
  if (software === 'ollama' && path === '/api/tags')
    return {
      models: models.map(({ name }) => ({
        name,
        model: name,
        size: PULLED_BYTES,
        details: { family: 'llama' },
      })),
    };
  if (software === 'lmStudio' && path === '/api/v0/models')
    return {
      object: 'list',
      data: models.map(({ name, contextTokens, loadedTokens = null }) => ({
        id: name,
        object: 'model',
        type: name.includes('embed') ? 'embeddings' : 'llm',
        state: loadedTokens === null ? 'not-loaded' : 'loaded',
        max_context_length: contextTokens,
        ...(loadedTokens === null ? {} : { loaded_context_length: loadedTokens }),
      })),
    };
  if (software === 'llamaCpp' && path === '/props')
    return {
      default_generation_settings: { n_ctx: models[0]!.loadedTokens ?? 4096 },
      total_slots: 1,
      model_path: models[0]!.name,
    };
  return null;
}

function limit(software: ChatSoftware, model: ScriptedModel | undefined, body: Body, path: string): unknown {
  const tokens = body.messages.reduce((sum, { content }) => sum + realTokens(content), 0);
  if (path === '/api/chat') {
    const context = body.options?.num_ctx ?? OLLAMA_DEFAULT_CONTEXT;
    return tokens > context && body.truncate === false
      ? { error: 'the input length exceeds the context length' }
      : null;
  }
  const context = (software === 'openAi' ? model?.contextTokens : model?.loadedTokens) ?? 131_072;
  if (tokens <= context) return null;
  if (software === 'llamaCpp')
    return {
      error: {
        code: 400,
        message: 'the request exceeds the available context size. try increasing the context size',
        type: 'exceed_context_size_error',
        n_prompt_tokens: tokens,
        n_ctx: context,
      },
    };
  return {
    error: {
      message: `This model's maximum context length is ${context} tokens. However, your messages resulted in ${tokens} tokens.`,
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    },
  };
}

type Content = Exclude<ChatAnswer, 'stall' | 'hangUp' | { status: number }>;

function piecesOf(answer: Content): string[] {
  const text =
    typeof answer === 'object'
      ? ''
      : ['halfStream', 'halfAndClose', 'cut', 'endless'].includes(answer)
        ? '{"events": ['
        : answer;
  const third = Math.ceil(text.length / 3);
  return [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)].filter(Boolean);
}

function sendLines(request: IncomingMessage, response: ServerResponse, body: Body, answer: Content): void {
  const shared = { model: body.model, created_at: '2026-11-23T00:00:00Z' };
  const line = (part: object) => `${JSON.stringify({ ...shared, ...part })}\n`;
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const pieces = piecesOf(answer);
  for (const content of pieces)
    response.write(line({ message: { role: 'assistant', content }, done: false }));
  if (answer === 'halfStream') {
    breakOff(request, response);
    return;
  }
  if (answer === 'halfAndClose') {
    response.end();
    return;
  }
  if (answer === 'endless') {
    goOn(response, line({ message: { role: 'assistant', content: ENDLESS }, done: false }));
    return;
  }
  const context = body.options?.num_ctx ?? OLLAMA_DEFAULT_CONTEXT;
  const tokens = body.messages.reduce((sum, { content }) => sum + realTokens(content), 0);
  response.end(
    line({
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: answer === 'cut' ? 'length' : 'stop',
      total_duration: 5_000_000,
      prompt_eval_count: Math.min(tokens, context),
      eval_count: realTokens(pieces.join('')),
    }),
  );
}

function sendCompletion(
  request: IncomingMessage,
  response: ServerResponse,
  body: Body,
  answer: Content,
): void {
  const pieces = piecesOf(answer);
  const refusal = typeof answer === 'object' ? answer.refusal : null;
  const finish_reason = answer === 'cut' ? 'length' : 'stop';
  const usage = {
    prompt_tokens: body.messages.reduce((sum, { content }) => sum + realTokens(content), 0),
    completion_tokens: realTokens(pieces.join('')),
  };
  if (body.stream !== true) {
    const message = { role: 'assistant', content: refusal === null ? pieces.join('') : null, refusal };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason }], usage }));
    return;
  }
  const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
  const delta = (given: object, finish: string | null = null) =>
    event({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: given, finish_reason: finish }] });
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(delta({ role: 'assistant', content: '' }));
  if (refusal !== null) response.write(delta({ refusal }));
  for (const content of pieces) response.write(delta({ content }));
  if (answer === 'halfStream') {
    breakOff(request, response);
    return;
  }
  if (answer === 'halfAndClose') {
    response.end();
    return;
  }
  if (answer === 'endless') {
    goOn(response, delta({ content: ENDLESS }));
    return;
  }
  response.write(delta({}, finish_reason));
  if (body.stream_options?.include_usage) response.write(event({ choices: [], usage }));
  response.end('data: [DONE]\n\n');
}

const ENDLESS = 'and then '.repeat(200_000);

function goOn(response: ServerResponse, more: string): void {
  response.on('error', () => undefined);
  const next = () => {
    if (!response.destroyed) response.write(more, next);
  };
  next();
}

function breakOff(request: IncomingMessage, response: ServerResponse): void {
  response.write(' ', () => request.socket.destroy());
}

async function pull(
  state: Omit<ChatServer, 'url' | 'close'>,
  name: string,
  response: ServerResponse,
): Promise<void> {
  state.pulls.push(name);
  const line = (part: object) => `${JSON.stringify(part)}\n`;
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.write(line({ status: 'pulling manifest' }));
  if (state.pullError !== null) {
    response.end(line({ error: state.pullError }));
    return;
  }
  const digest = 'sha256:0123456789abcdef';
  for (let completed = 0; completed <= PULLED_BYTES; completed += PULLED_BYTES / 4) {
    if (state.pullBreaksAt !== null && completed > state.pullBreaksAt) {
      response.write(' ', () => response.socket?.destroy());
      return;
    }
    response.write(line({ status: 'pulling 0123456789ab', digest, total: PULLED_BYTES, completed }));
  }
  for (const status of ['verifying sha256 digest', 'writing manifest', 'success'])
    response.write(line({ status }));
  state.models.push({ name: name.includes(':') ? name : `${name}:latest`, contextTokens: 40_960 });
  response.end();
}

const asks = (content: string): Exclude<ChatRequest['kind'], 'repair'> => {
  if (content.includes('Find in this part')) return 'part';
  if (content.includes('Put these lists in order')) return 'closing';
  if (content.includes('Write one recap')) return 'recap';
  if (content.includes('Propose the changes')) return 'change';
  return content.includes('Tell this as a story') ? 'story' : 'look';
};

const kindOf = ({ messages }: Body): ChatRequest['kind'] =>
  messages.length > 2 ? 'repair' : asks(messages[1]!.content);

/** The turns of a part, without their speakers. */
export function fencedLines(user: string): { ids: string[]; text: string }[] {
  const fence = [...user.matchAll(/<transcript>\n([\s\S]*?)\n<\/transcript>/g)].at(-1)?.[1] ?? '';
  return [...fence.matchAll(/^\[([^\]]+)\] (.*)$/gm)].map(([, ids, text]) => ({
    ids: ids!.split(', '),
    text: text!.replace(/^[\w ()]+: /, ''),
  }));
}

/** The things that a prompt has numbered with a letter: `e12: words`. */
export const numberedIn = (user: string, prefix: string): { number: number; text: string }[] =>
  [...user.matchAll(new RegExp(`^${prefix}(\\d+): (.*)$`, 'gm'))].map(([, number, text = '']) => ({
    number: Number(number),
    text,
  }));

const spreadOver = <Item>(items: readonly Item[], most: number): Item[] =>
  items.filter((_, index) => index % Math.ceil(items.length / most) === 0);

function honestPart(user: string): unknown {
  const lines = fencedLines(user)
    .filter((line) => line.text.split(' ').length > 5)
    .map((line) => ({ ...line, words: line.text.split(' ').slice(0, 8).join(' ') }));
  return {
    events: spreadOver(lines, 25),
    names: [],
    quotes: lines.slice(0, 1).map((line) => ({ ...line, speaker: null, context: '' })),
    quests: [],
    openThreads: [],
    decisions: lines.slice(-1),
    characterMoments: [],
    combats: [],
  };
}

/** Takes its statements from what it is shown. */
export function honestAnswer({ user }: Pick<ChatRequest, 'user'>): string {
  const told = (most: number) =>
    spreadOver(numberedIn(user, 'e'), most).map(({ number, text }) => ({ text, events: [number] }));
  switch (asks(user)) {
    case 'part':
      return JSON.stringify(honestPart(user));
    case 'closing':
      return JSON.stringify({
        names: numberedIn(user, 'n').map(({ number }) => number),
        same: [],
        met: [],
        players: [],
        threads: numberedIn(user, 't').map(({ number }) => number),
        answered: [],
        quests: [],
        title: 'A session',
        shortSummary: told(3),
        previouslyOn: told(4),
        stoppedAt: told(1)[0],
      });
    case 'story':
      return JSON.stringify({
        paragraphs: [
          { heading: 'A scene', place: null, sentences: told(24).slice(0, 6) },
          { heading: null, place: null, sentences: told(24).slice(6) },
        ],
      });
    case 'recap':
      return JSON.stringify({
        paragraphs: [
          { sentences: numberedIn(user, 'n').map(({ number, text }) => ({ text, from: [number] })) },
        ],
      });
    case 'change':
      return JSON.stringify({
        changes: [...user.matchAll(/^s(\d+): .*\n(.+)$/gm)].map(([, section, before = '']) => ({
          section: Number(section),
          before,
          after: `${before} Again.`,
        })),
        fixes: [],
        pronouns: [],
        more: true,
      });
    case 'look':
      return JSON.stringify({
        checks: numberedIn(user, 'c').map(({ number }) => ({ n: number, holds: 'yes' })),
      });
  }
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
