import { type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';

/** Node's fetch gives up after 300 s; slow models need longer for a prompt. Follows no redirects. */
export const patientFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  const address = new URL(request.url);
  const send = address.protocol === 'https:' ? requestByHttps : requestByHttp;
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(
      address,
      {
        method: request.method,
        headers: {
          ...Object.fromEntries(request.headers),
          'accept-encoding': 'identity',
          ...(body === null ? {} : { 'content-length': body.length }),
        },
        signal: request.signal,
      },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const status = incoming.statusCode ?? 0;
  const isBare = status < 200 || status === 204 || status === 205 || status === 304;
  if (isBare) incoming.resume();
  return new Response(isBare ? null : bytesOf(incoming), {
    status: status < 200 ? 502 : status,
    headers,
  });
};

function bytesOf(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts: AsyncIterator<Buffer> = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const part = await parts.next();
      if (part.done) controller.close();
      else controller.enqueue(new Uint8Array(part.value));
    },
    cancel: () => void incoming.destroy(),
  });
}
