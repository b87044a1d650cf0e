import { z } from 'zod';
import { parseJson } from '#contract/unknown-values.ts';
import { saidIn } from '../../engine-service.ts';
import { patientFetch } from '../../patient-fetch.ts';
import { NotesUnavailable } from '../errors.ts';

interface Access {
  url: string;
  key?: string | null | undefined;
  fetch?: typeof fetch | undefined;
}

interface OllamaModel {
  contextTokens: number | null;
  canThink: boolean;
}

const Shown = z.object({
  model_info: z.record(z.string(), z.unknown()).nullish(),
  capabilities: z.array(z.string()).nullish(),
});
const Pulling = z.object({
  status: z.string().nullish(),
  digest: z.string().nullish(),
  total: z.number().nullish(),
  completed: z.number().nullish(),
  error: z.string().nullish(),
});

const post = (access: Access, path: string, body: unknown, signal: AbortSignal) =>
  (access.fetch ?? patientFetch)(`${access.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(access.key ? { authorization: `Bearer ${access.key}` } : {}),
    },
    body: JSON.stringify(body),
    signal,
  });

export async function showModel(
  access: Access,
  model: string,
  signal: AbortSignal,
): Promise<OllamaModel | null> {
  const response = await post(access, '/api/show', { model }, signal);
  const text = await response.text();
  if (response.status === 404) return null;
  const shown = Shown.safeParse(parseJson(text));
  if (!response.ok || !shown.success)
    throw new NotesUnavailable(
      `Ollama could not describe the model ${model} (${response.status} ${saidIn(text)}).`,
      {
        retryable: true,
      },
    );
  const [, length] =
    Object.entries(shown.data.model_info ?? {}).find(([key]) => key.endsWith('.context_length')) ?? [];
  return {
    contextTokens: typeof length === 'number' && length > 0 ? length : null,
    canThink: shown.data.capabilities?.includes('thinking') ?? false,
  };
}

/** Downloads a model; resumes after an interruption. @throws NotesUnavailable with Ollama's reason */
export async function pullModel(
  access: Access,
  model: string,
  options: { signal: AbortSignal; progress(fraction: number, megabytes: number): void },
): Promise<void> {
  const failed = (reason: string) =>
    new NotesUnavailable(
      `Ollama could not download the model ${model}: ${reason}. Check NOTES_MODEL, and the space on Ollama's disk.`,
      {
        retryable: true,
      },
    );
  const response = await post(access, '/api/pull', { model, stream: true }, options.signal).catch(
    (error: Error) => {
      options.signal.throwIfAborted();
      throw failed(error.message);
    },
  );
  if (!response.ok || response.body === null) throw failed(saidIn(await response.text()));
  const layers = new Map<string, { total: number; completed: number }>();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const bytes of response.body) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (readLine(line)) return;
    }
    if (readLine(rest)) return;
  } catch (error) {
    options.signal.throwIfAborted();
    throw error instanceof NotesUnavailable ? error : failed('the connection was lost');
  }
  throw failed('the connection was lost');

  function readLine(line: string): boolean {
    const part = Pulling.safeParse(parseJson(line));
    if (!part.success) return false;
    const { status, digest, total, completed, error } = part.data;
    if (error != null) throw failed(error);
    if (digest != null && total != null) layers.set(digest, { total, completed: completed ?? 0 });
    const all = [...layers.values()];
    const bytes = all.reduce((sum, layer) => sum + layer.total, 0);
    if (bytes > 0)
      options.progress(all.reduce((sum, layer) => sum + layer.completed, 0) / bytes, Math.round(bytes / 1e6));
    return status === 'success';
  }
}
