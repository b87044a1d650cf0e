import { defaultShow, type LinkAudience, type SharedKind, type ShareLink } from '#contract/sharing.ts';
import { transcriptFile } from '../support/files.ts';
import { newCredentials } from '../support/game-master.ts';
import { makeUser } from '../support/made-user.ts';
import { callsAs } from './account-screens.ts';

/** Of the link for anyone, and of the one for players. */
export interface SharedLinks {
  publicId: string;
  tableId: string;
}

interface Shared extends SharedLinks {
  id: string;
  /** They led there until they were turned off. */
  revoked: SharedLinks;
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
    const link = (audience: LinkAudience) => `${path}/${id}/links/${audience}`;
    const turnOn = async (audience: LinkAudience) =>
      ((await call('PUT', link(audience), { show: defaultShow(audience) })) as ShareLink).publicId ?? '';
    const revoked = { publicId: await turnOn('public'), tableId: await turnOn('players') };
    for (const audience of ['public', 'players'] as const) await call('DELETE', link(audience));
    return { id, revoked, publicId: await turnOn('public'), tableId: await turnOn('players') };
  }
  return { campaign: await share('/campaigns', campaign), session: await share('/sessions', session) };
}
