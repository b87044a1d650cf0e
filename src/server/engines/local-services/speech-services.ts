import { z } from 'zod';
import { parseJson } from '#contract/unknown-values.ts';
import { baseOf, type ServiceAccess } from './chat-services.ts';

interface SpeechService {
  software: 'whisperCpp' | 'openAi';
  models: string[];
}

const Models = z.object({
  data: z.array(z.object({ id: z.string(), task: z.string().nullish() })),
});

export async function describeSpeechService(access: ServiceAccess): Promise<SpeechService | null> {
  const baseUrl = baseOf(access.url);
  if (baseUrl === null) return null;
  const headers = access.key ? { authorization: `Bearer ${access.key}` } : {};
  const read = async (path: string): Promise<string | null> => {
    try {
      const response = await (access.fetch ?? fetch)(`${baseUrl}${path}`, { headers, signal: access.signal });
      const text = await response.text();
      return response.ok ? text : null;
    } catch {
      return null;
    }
  };
  const [page, listed] = await Promise.all([read('/'), read('/v1/models')]);
  if (page !== null && /<h1>\s*whisper\.cpp server/i.test(page))
    return { software: 'whisperCpp', models: [] };
  const models = Models.safeParse(listed === null ? undefined : parseJson(listed));
  if (!models.success) return null;
  return {
    software: 'openAi',
    models: models.data.data
      .filter(({ id, task }) =>
        task == null ? /whisper|parakeet|transcri/i.test(id) : task === 'automatic-speech-recognition',
      )
      .map(({ id }) => id),
  };
}
