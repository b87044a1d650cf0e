import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fencedLines, numberedIn } from './chat-server.ts';

export interface ChatRequest {
  number: number;
  schema: string;
  hash: string;
  authorization: string | null;
}

export interface CountingChatServer {
  url: string;
  requests: ChatRequest[];
  answered: ChatRequest[];
  before: (request: ChatRequest) => Promise<number | null>;
  close(): Promise<void>;
}

/** Every statement repeats the first words of a given turn or event, with its id. */
export async function startCountingChatServer(): Promise<CountingChatServer> {
  const state: Pick<CountingChatServer, 'requests' | 'answered' | 'before'> = {
    requests: [],
    answered: [],
    before: async () => null,
  };
  const server = createServer(async (request, response) => {
    try {
      await answer(request, response, state);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  state: Pick<CountingChatServer, 'requests' | 'answered' | 'before'>,
): Promise<void> {
  if (request.method === 'GET') {
    response.writeHead(404).end();
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const question = JSON.parse(Buffer.concat(parts).toString()) as {
    messages: { role: string; content: string }[];
    response_format: { json_schema: { name: string } };
  };
  const text = question.messages.at(-1)!.content;
  const asked: ChatRequest = {
    number: state.requests.length,
    schema: question.response_format.json_schema.name,
    hash: createHash('sha256').update(text).digest('hex').slice(0, 16),
    authorization: request.headers.authorization ?? null,
  };
  state.requests.push(asked);
  const status = await state.before(asked);
  if (status !== null) {
    response.writeHead(status).end(JSON.stringify({ error: { message: 'not now' } }));
    return;
  }
  const content = JSON.stringify(reply(asked.schema, text));
  response.writeHead(200, { 'content-type': 'application/json' });
  await new Promise<void>((resolve) =>
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }), resolve),
  );
  if (!response.destroyed || response.writableFinished) state.answered.push(asked);
}

function reply(schema: string, text: string): unknown {
  const kind = ['part', 'closing', 'story', 'look'].indexOf(schema);
  const lines = fencedLines(text).slice(0, 12);
  const told = numberedIn(text, 'e')
    .slice(0, 12)
    .map(({ number, text: words }) => ({ text: words, events: [number] }));
  const answers = [
    { events: lines },
    { title: 'The session', shortSummary: told.slice(0, 2), previouslyOn: told.slice(0, 3) },
    { paragraphs: [{ heading: 'A scene', place: null, sentences: told }] },
    { checks: numberedIn(text, 'c').map(({ number }) => ({ n: number, holds: 'yes' })) },
  ];
  return answers[kind];
}
