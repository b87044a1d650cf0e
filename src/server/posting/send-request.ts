import { type IncomingMessage, type RequestOptions, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Destination } from './destinations.ts';

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

interface SentRequest {
  method: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal;
}

/** @throws Error, without an address in its text, if there is no answer */
export type SendRequest = (destination: Destination, request: SentRequest) => Promise<Answer>;

const MOST_ANSWER_BYTES = 64 * 1024;

/** Connects only to checked addresses, follows no redirects, and limits size and time. */
export const createSendRequest =
  (options: { timeoutMs: number }): SendRequest =>
  ({ url, addresses }, { method, headers = {}, body, signal }) => {
    const limit = AbortSignal.timeout(options.timeoutMs);
    const given: RequestOptions = {
      method,
      // A kept-alive connection would skip the lookup, and so the check.
      agent: false,
      lookup: pinnedTo(addresses),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      headers: {
        ...headers,
        'user-agent': 'Hearthscribe',
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    };
    return new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestByHttps : requestByHttp;
      const sent = send(url, given, (answer) => {
        read(answer).then(resolve, reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  };

function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, found);
    else if (first) callback(null, first.address, first.family);
  };
}

async function read(answer: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const received: AsyncIterable<Buffer> = answer;
  for await (const chunk of received) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES) break;
  }
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    text: Buffer.concat(chunks).subarray(0, MOST_ANSWER_BYTES).toString('utf8'),
  };
}
