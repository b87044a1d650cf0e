import { eraseVoice, readVoices, silenceVoices } from '#contract/voices.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Voices } from './voices.ts';

export function voiceRoutes(mount: Mount, { voices }: { voices: Voices }): void {
  mount(readVoices, async ({ user, params }) => ({
    status: 200,
    body: await voices.read(user.userId, params.sessionId),
  }));
  mount(eraseVoice, async ({ user, params, body }) => ({
    status: 200,
    body: await voices.erase(user.userId, params.sessionId, body),
  }));
  mount(silenceVoices, async ({ user, params }) => ({
    status: 200,
    body: await voices.silence(user.userId, params.sessionId),
  }));
}
