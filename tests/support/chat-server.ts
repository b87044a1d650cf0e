import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChatRequest {
  number: number;
  /** What is asked for: a part of the session, a scene, the whole, or the repair of an answer. */
  kind: 'part' | 'scene' | 'overview' | 'repair';
  system: string;
  user: string;
  body: { model: string; messages: { role: string; content: string }[]; response_format?: { type: string } };
  authorization: string | null;
}

/** A string is the content of the answer; `stall` never answers; `hangUp` closes the connection. */
export type ChatAnswer =
  | string
  | 'stall'
  | 'hangUp'
  | { status: number; body?: string; headers?: Record<string, string> };

export interface ChatServer {
  url: string;
  requests: ChatRequest[];
  mostAtOnce: number;
  /** Decides by request; `honestAnswer` unless told. Set it anew at any time. */
  answer: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>;
  close(): Promise<void>;
}

/** An OpenAI-compatible chat service that takes what it says from the prompt: a model that never invents. */
export async function startChatServer(): Promise<ChatServer> {
  let atOnce = 0;
  const state: Omit<ChatServer, 'url' | 'close'> = { requests: [], mostAtOnce: 0, answer: honestAnswer };
  const server = createServer(async (request, response) => {
    atOnce += 1;
    state.mostAtOnce = Math.max(state.mostAtOnce, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    let text = '';
    for await (const part of request) text += part;
    const body = JSON.parse(text) as ChatRequest['body'];
    const asked: ChatRequest = {
      number: state.requests.length,
      kind: kindOf(body),
      system: body.messages[0]!.content,
      user: body.messages[1]!.content,
      body,
      authorization: request.headers.authorization ?? null,
    };
    state.requests.push(asked);
    const answer = await state.answer(asked);
    if (answer === 'stall') return;
    if (answer === 'hangUp') {
      request.socket.destroy();
      return;
    }
    if (typeof answer === 'string') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: answer } }] }));
      return;
    }
    response.writeHead(answer.status, answer.headers ?? {});
    response.end(answer.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { url: `http://127.0.0.1:${port}`, close: () => stop(server) });
}

function kindOf(body: ChatRequest['body']): ChatRequest['kind'] {
  if (body.messages.length > 2) return 'repair';
  const { content } = body.messages[1]!;
  if (content.includes('Find in this part')) return 'part';
  return content.includes('Write this scene') ? 'scene' : 'overview';
}

/** The numbered lines of the last fence in a prompt: `[s1, s2] text`. */
export function fencedLines(user: string): { ids: string[]; text: string }[] {
  const fence = [...user.matchAll(/<(transcript|events)>\n([\s\S]*?)\n<\/\1>/g)].at(-1)?.[2] ?? '';
  return [...fence.matchAll(/^\[([^\]]+)\] (.*)$/gm)].map(([, ids, text]) => ({
    ids: ids!.split(', '),
    text: text!.replace(/^[\w ()]+: /, ''),
  }));
}

/** Says only what stands in the prompt, with its ids. */
export function honestAnswer(request: ChatRequest): string {
  const lines = fencedLines(request.user).filter((line) => line.text.split(' ').length > 5);
  const spreadOver = (most: number) =>
    lines.filter((_, index) => index % Math.ceil(lines.length / most) === 0);
  const statements = spreadOver(12);
  if (request.body.messages.some((message) => message.content.includes('Find in this part')))
    return JSON.stringify({
      events: spreadOver(25),
      names: [],
      quotes: lines.slice(0, 1).map((line) => ({ ...line, speaker: null, context: '' })),
      quests: [],
      openThreads: [],
      decisions: lines.slice(-1),
      characterMoments: [],
      combats: [],
    });
  if (request.user.includes('Write this scene'))
    return JSON.stringify({
      title: 'A scene',
      location: null,
      account: statements,
      keyEvents: statements.slice(0, 2),
    });
  const spread = spreadOver(12);
  return JSON.stringify({
    title: 'A session',
    shortSummary: spread.slice(0, 3),
    summary: spread,
    previouslyOn: spread.slice(0, 4),
  });
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
