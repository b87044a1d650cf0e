import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeTones, type ToneWord } from './tone-code.ts';

export type Misbehaviour =
  | { status: number; body?: string; headers?: Record<string, string> }
  | 'stall'
  | 'hangUp'
  | 'malformed'
  | 'halfAnswer'
  | 'plainJson'
  | { heard: { text: string; start: number; end: number }[]; language?: string };

export interface ToneSpeechRequest {
  number: number;
  authorization: string | null;
  fields: Record<string, string[]>;
  fileBytes: number;
  words: string[];
}

export interface ToneSpeechServer {
  url: string;
  requests: ToneSpeechRequest[];
  mostAtOnce: number;
  misbehave: (request: ToneSpeechRequest) => Misbehaviour | null | Promise<Misbehaviour | null>;
  close(): Promise<void>;
}

/** Decodes tone code (tone-code.ts) from the WAV. whisper.cpp's address, errors and parts of words differ. */
export async function startToneSpeechServer(
  options: { port?: number; software?: 'openAi' | 'whisperCpp' } = {},
): Promise<ToneSpeechServer> {
  const software = options.software ?? 'openAi';
  let atOnce = 0;
  const state: Omit<ToneSpeechServer, 'url' | 'close'> = {
    requests: [],
    mostAtOnce: 0,
    misbehave: () => null,
  };
  const server = createServer(async (request, response) => {
    atOnce += 1;
    state.mostAtOnce = Math.max(state.mostAtOnce, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    try {
      await answer(request, response, state, software);
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ error: { message: String(error) } }));
    }
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { url: `http://127.0.0.1:${port}`, close: () => stop(server) });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  state: Omit<ToneSpeechServer, 'url' | 'close'>,
  software: 'openAi' | 'whisperCpp',
): Promise<void> {
  const isWhisperCpp = software === 'whisperCpp';
  const failure = (message: string) => ({ error: isWhisperCpp ? message : { message } });
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (isWhisperCpp && request.url === '/') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Whisper.cpp Server</h1>');
    return;
  }
  if (
    request.method !== 'POST' ||
    request.url !== (isWhisperCpp ? '/inference' : '/v1/audio/transcriptions')
  ) {
    json(404, failure(`No such address: ${request.url}`));
    return;
  }
  const form = await new Response(await bodyOf(request), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();
  const file = form.get('file');
  if (!(file instanceof Blob)) {
    json(400, failure("no 'file' field in the request"));
    return;
  }
  const samples = wavSamples(Buffer.from(await file.arrayBuffer()));
  const words = decodeTones(samples);
  const fields: Record<string, string[]> = {};
  for (const name of new Set(form.keys())) {
    fields[name] = form.getAll(name).filter((value) => typeof value === 'string');
  }
  const seen: ToneSpeechRequest = {
    number: state.requests.length,
    authorization: request.headers.authorization ?? null,
    fields,
    fileBytes: file.size,
    words: words.map((word) => word.text),
  };
  state.requests.push(seen);

  const misbehaviour = await state.misbehave(seen);
  const text = seen.words.join(' ');
  const duration = samples.length / 16_000;
  if (misbehaviour === 'stall') return;
  if (misbehaviour === 'hangUp') {
    request.socket.destroy();
  } else if (misbehaviour === 'halfAnswer') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write('{"text": "half', () => request.socket.destroy());
  } else if (misbehaviour === 'malformed') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"text": "half an ans');
  } else if (misbehaviour === 'plainJson') {
    json(200, { text });
  } else if (misbehaviour !== null && 'heard' in misbehaviour) {
    const { heard, language = 'english' } = misbehaviour;
    json(200, {
      task: 'transcribe',
      ...(isWhisperCpp ? { language: 'english', detected_language: language } : { language }),
      duration,
      text: heard.map((segment) => segment.text).join(' '),
      segments: heard.map((segment, id) => ({ id, ...segment })),
    });
  } else if (misbehaviour !== null) {
    response
      .writeHead(misbehaviour.status, { 'content-type': 'application/json', ...misbehaviour.headers })
      .end(misbehaviour.body ?? JSON.stringify(failure(`Status ${misbehaviour.status}`)));
  } else if (isWhisperCpp) {
    json(200, whisperCppAnswer(words, duration, fields.language?.[0]));
  } else {
    json(200, {
      task: 'transcribe',
      language: 'english',
      duration,
      text,
      segments:
        words.length === 0
          ? []
          : [{ id: 0, start: words[0]!.startMs / 1000, end: words.at(-1)!.endMs / 1000, text: ` ${text}` }],
      words: words.map((word) => ({ word: word.text, start: word.startMs / 1000, end: word.endMs / 1000 })),
    });
  }
}

function whisperCppAnswer(words: readonly ToneWord[], duration: number, language = 'en') {
  const text = words.map((word) => ` ${word.text}`).join('');
  const parts = words.flatMap(({ text: word, startMs, endMs }) => {
    const middle = Math.ceil(word.length / 2);
    const middleMs = (startMs + endMs) / 2;
    const part = (piece: string, fromMs: number, toMs: number) => ({
      word: piece,
      start: fromMs / 1000,
      end: toMs / 1000,
      t_dtw: -1,
      probability: 0.9,
    });
    return word.length < 4
      ? [part(` ${word}`, startMs, endMs)]
      : [part(` ${word.slice(0, middle)}`, startMs, middleMs), part(word.slice(middle), middleMs, endMs)];
  });
  const span = { start: (words[0]?.startMs ?? 0) / 1000, end: (words.at(-1)?.endMs ?? 0) / 1000 };
  return {
    task: 'transcribe',
    language: language === 'auto' ? 'english' : language,
    duration,
    text,
    segments:
      words.length === 0
        ? []
        : [
            {
              id: 0,
              text,
              ...span,
              tokens: [],
              words: parts,
              temperature: 0,
              avg_logprob: -0.2,
              no_speech_prob: 0.01,
            },
          ],
    detected_language: 'english',
    detected_language_probability: 0.99,
    language_probabilities: { en: 0.99 },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function wavSamples(file: Buffer): Int16Array {
  const dataAt = file.indexOf('data') + 8;
  const length = file.readUInt32LE(dataAt - 4);
  const data = Buffer.from(file.subarray(dataAt, dataAt + length));
  return new Int16Array(new Uint8Array(data).buffer);
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
