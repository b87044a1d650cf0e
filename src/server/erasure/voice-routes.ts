import { eraseVoice, readVoices, silenceVoices } from '#contract/voices.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Voices } from './voices.ts';

export function voiceRoutes(mount: Mount, { voices }: { voices: Voices }): void {
  mount(readVoices, ({ user, params }) => voices.read(user.userId, params.sessionId));
  mount(eraseVoice, ({ user, params, body }) => voices.erase(user.userId, params.sessionId, body));
  mount(silenceVoices, ({ user, params }) => voices.silence(user.userId, params.sessionId));
}
