import type { MiddlewareHandler } from 'hono';
import type { ErrorCode } from '#contract/errors.ts';
import { textLimits } from '#contract/text-limits.ts';
import { Refusal } from '#server/platform/refusal.ts';

export const defaultMaxBodyBytes = 1024 * 1024;
const deepest = 40;
/** PostgreSQL accepts neither NUL nor lone surrogates. */
const unstorable = /\0|\p{Surrogate}/u;

const brokenOff = () =>
  new Refusal('invalidRequest', { message: 'The request ended before its body was complete.' });

/** Reads the body of every request up to a size, whatever its declared length. */
export const withBody =
  (maxBytes: number): MiddlewareHandler =>
  async (context, next) => {
    const { raw } = context.req;
    if (raw.method !== 'GET' && raw.method !== 'HEAD') {
      const body = await readBytes(raw, maxBytes);
      context.req.raw = new Request(raw.url, { method: raw.method, headers: [...raw.headers], body });
    }
    await next();
  };

export async function readBytes(
  request: Request,
  maxBytes: number,
  tooLarge: ErrorCode = 'payloadTooLarge',
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new Refusal(tooLarge);
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body) {
    const reader = request.body.getReader();
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw brokenOff();
      });
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        await reader.cancel().catch(() => undefined);
        throw new Refusal(tooLarge);
      }
      chunks.push(value);
    }
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

export function refuseUnstorable(value: unknown, path = '', depth = 0): void {
  if (depth > deepest) throw new Refusal('invalidRequest');
  if (typeof value === 'string') {
    if (unstorable.test(value))
      throw new Refusal('invalidRequest', {
        message: 'One of the fields contains characters that cannot be saved. Remove them and try again.',
        details: { field: path },
      });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    refuseUnstorable(inner, path ? `${path}.${key.slice(0, 60)}` : key.slice(0, 60), depth + 1);
  }
}

const [quote = 0, backslash, comma, bracket, brace] = [...'"\\,[{'].map((sign) => sign.charCodeAt(0));

/** Before they are parsed: a million empty objects take half a second and much memory. */
function hasTooManyValues(bytes: Uint8Array): boolean {
  const { most } = textLimits.bodyValues;
  if (bytes.length <= most) return false;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfText(bytes, at + 1);
    } else if (byte === comma || byte === bracket || byte === brace) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}

/** The index of its quote, which an odd number of backslashes before it does not end. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let end = bytes.indexOf(quote, from); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let first = end;
    while (first > from && bytes[first - 1] === backslash) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return bytes.length;
}

/** Reads a JSON body. @throws Refusal unsupportedMediaType, payloadTooLarge, invalidRequest */
export async function readJson(request: Request, maxBytes: number, tooLarge?: ErrorCode): Promise<unknown> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType)) throw new Refusal('unsupportedMediaType');
  const bytes = await readBytes(request, maxBytes, tooLarge);
  if (hasTooManyValues(bytes)) throw new Refusal(tooLarge ?? 'payloadTooLarge');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal('invalidRequest');
  }
  refuseUnstorable(value);
  return value;
}
