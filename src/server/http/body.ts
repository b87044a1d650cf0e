import type { ErrorCode } from '#contract/errors.ts';
import { Refusal } from './refusal.ts';

/** JSON bodies: far above any that the screens send; calls with larger ones say so where they are mounted. */
export const defaultMaxBodyBytes = 1024 * 1024;
/** Deeper JSON than any schema has. */
const deepest = 40;
/** PostgreSQL takes neither NUL nor half of a surrogate pair. */
const unstorable = /\0|\p{Surrogate}/u;

/** Reads a body up to a size, also one that does not announce its length. */
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
      const { done, value } = await reader.read();
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

/** Refuses strings that could not be stored, and nesting that only an attack has. `path` names the field in the message. */
export function refuseUnstorable(value: unknown, path = '', depth = 0): void {
  if (depth > deepest) throw new Refusal('invalidRequest', { message: 'This request is nested too deeply.' });
  if (typeof value === 'string') {
    if (unstorable.test(value))
      throw new Refusal('invalidRequest', {
        message: `${path || 'body'}: contains characters that are not text.`,
        details: { field: path },
      });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    refuseUnstorable(inner, path ? `${path}.${key.slice(0, 60)}` : key.slice(0, 60), depth + 1);
  }
}

/** Reads a JSON body. @throws Refusal unsupportedMediaType, payloadTooLarge, invalidRequest */
export async function readJson(request: Request, maxBytes: number, tooLarge?: ErrorCode): Promise<unknown> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType))
    throw new Refusal('unsupportedMediaType', { message: 'Send JSON, as application/json.' });
  const bytes = await readBytes(request, maxBytes, tooLarge);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal('invalidRequest', { message: 'The body is not valid JSON.' });
  }
  refuseUnstorable(value);
  return value;
}
