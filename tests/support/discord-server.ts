import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PostedMessage {
  id: string;
  content: string;
  allowedMentions: unknown;
}

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Script = (message: string) => Answer | 'hangUp' | 'stall' | 'hangUpAfterPosting' | null;

export interface DiscordServer {
  origin: string;
  webhook: string;
  messages: PostedMessage[];
  attempts: string[];
  script: Script;
  deleteWebhook(): void;
  restoreWebhook(): void;
  close(): Promise<void>;
}

const webhookId = '112233445566778899';
const token = 'AbCd-Ef_0123456789secret';
const guildId = '900000000000000001';
const channelId = '900000000000000002';

export async function startDiscordServer(): Promise<DiscordServer> {
  let isThere = true;
  const state: Pick<DiscordServer, 'messages' | 'attempts' | 'script'> = {
    messages: [],
    attempts: [],
    script: () => null,
  };

  function answer(response: ServerResponse, { status, body, headers = {} }: Answer): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }

  async function post(request: IncomingMessage, response: ServerResponse, waits: boolean): Promise<void> {
    let text = '';
    for await (const part of request) text += part;
    const { content, allowed_mentions: allowedMentions } = JSON.parse(text) as {
      content: string;
      allowed_mentions: unknown;
    };
    state.attempts.push(content);
    const scripted = state.script(content);
    if (scripted === 'stall') return;
    if (scripted === 'hangUp') return void request.socket.destroy();
    if (scripted !== null && typeof scripted === 'object') return answer(response, scripted);
    if ([...content].length > 2000 || content.trim() === '')
      return answer(response, { status: 400, body: { code: 50035, message: 'Invalid Form Body' } });
    const id = String(910_000_000_000_000_000n + BigInt(state.messages.length));
    state.messages.push({ id, content, allowedMentions });
    if (scripted === 'hangUpAfterPosting') return void request.socket.destroy();
    const body = { id, type: 0, content, channel_id: channelId, webhook_id: webhookId };
    answer(response, waits ? { status: 200, body } : { status: 204 });
  }

  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://discord.test');
    if (!isThere || !/^\/api(\/v\d+)?\/webhooks\//.test(url.pathname))
      return answer(response, { status: 404, body: { message: 'Unknown Webhook', code: 10015 } });
    if (!url.pathname.endsWith(`/${webhookId}/${token}`))
      return answer(response, { status: 401, body: { message: 'Invalid Webhook Token', code: 50027 } });
    if (request.method === 'GET')
      return answer(response, {
        status: 200,
        body: { id: webhookId, type: 1, name: 'Scribe', guild_id: guildId, channel_id: channelId },
      });
    void post(request, response, url.searchParams.get('wait') === 'true');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    origin,
    webhook: `${origin}/api/webhooks/${webhookId}/${token}`,
    deleteWebhook: () => {
      isThere = false;
    },
    restoreWebhook: () => {
      isThere = true;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

export const tooFast = (seconds: number): Answer => ({
  status: 429,
  body: { message: 'You are being rate limited.', retry_after: seconds, global: false },
  headers: { 'retry-after': String(Math.ceil(seconds)), 'x-ratelimit-scope': 'user' },
});
