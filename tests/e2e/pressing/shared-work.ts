import { defaultShow, type PublicLink, type SharedKind } from '#contract/sharing.ts';
import { transcriptFile } from '../support/files.ts';
import { newCredentials } from '../support/game-master.ts';
import { makeUser } from '../support/made-user.ts';
import { callsAs } from './account-screens.ts';

interface Shared {
  id: string;
  publicId: string;
  /** It led there until it was turned off. */
  revoked: string;
}

export type SharedWork = Readonly<Record<SharedKind, Shared>>;

const notes = [
  'The party followed the drowned bells down to the [chapel](https://example.org/chapel).',
  '',
  '- **Ysolde**: keeper of the lantern',
].join('\n');

/** A campaign and a session of a new user that anybody may see by their links. */
export async function shareWork(origin: string, name: string): Promise<SharedWork> {
  const call = callsAs(origin, await makeUser(origin, newCredentials(name)));
  const { id: campaign } = await call('POST', '/campaigns', {
    title: 'The Drowned Chapel',
    description: 'Smugglers, fog and an **old debt**.',
  });
  const { id: session } = await call('POST', `/campaigns/${campaign}/sessions`, {});
  await call('POST', `/sessions/${session}/transcripts`, new Uint8Array(transcriptFile().buffer));
  const { revision } = await call('GET', `/sessions/${session}/notes`);
  const sections = ['What happened', 'What is next'].map((title, index) => ({
    key: `own-${index}`,
    title,
    body: notes,
    visibility: 'public',
  }));
  await call('PATCH', `/sessions/${session}/notes`, { sections }, { 'if-match': String(revision) });

  async function share(path: string, id: string): Promise<Shared> {
    const link = `${path}/${id}/public-link`;
    const turnOn = async () =>
      ((await call('PUT', link, { show: defaultShow })) as PublicLink).publicId ?? '';
    const revoked = await turnOn();
    await call('DELETE', link);
    return { id, revoked, publicId: await turnOn() };
  }
  return { campaign: await share('/campaigns', campaign), session: await share('/sessions', session) };
}
