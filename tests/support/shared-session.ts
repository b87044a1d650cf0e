import { defaultShow, sharedPath } from '#contract/sharing.ts';
import type { TestServer, TestUser } from './server.ts';

const paragraph = (at: number) =>
  `The party follows the old road past milestone ${at}, where **Warden Ilse** keeps a lamp lit all night. She asks for news of the bridge, and offers soup to all who have any.`;

const sections = [
  {
    key: 'summary',
    title: 'The story',
    body: Array.from({ length: 20 }, (_, at) => paragraph(at)).join('\n\n'),
  },
  {
    key: 'scenes',
    title: 'Scenes',
    body: Array.from({ length: 8 }, (_, at) => `### Milestone ${at + 1}\n\n${paragraph(at)}`).join('\n\n'),
  },
  {
    key: 'npcs',
    title: 'People',
    body: Array.from({ length: 12 }, (_, at) => `- **Warden ${at + 1}**: ${paragraph(at)}`).join('\n'),
  },
];

async function saved(user: TestUser, method: string, path: string, body: unknown, revision?: number) {
  const headers = revision === undefined ? {} : { 'if-match': `"${revision}"` };
  const answer = await user.call(method, path, body, headers);
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: string; publicId: string };
}

export async function sharedSession(server: TestServer): Promise<{ campaign: string; session: string }> {
  const user = await server.signIn();
  const campaign = await saved(user, 'POST', '/campaigns', { title: 'The Lamplit Road' });
  const session = await saved(user, 'POST', `/campaigns/${campaign.id}/sessions`, {
    title: 'Soup at the bridge',
  });
  await saved(
    user,
    'PATCH',
    `/sessions/${session.id}/notes`,
    { sections: sections.map((section) => ({ ...section, visibility: 'public' })) },
    0,
  );
  const pathOf = async (kind: 'campaign' | 'session', id: string) => {
    const { publicId } = await saved(user, 'PUT', `/${kind}s/${id}/public-link`, {
      show: defaultShow('public'),
    });
    return sharedPath({ kind, id, audience: 'public' }, publicId);
  };
  return { campaign: await pathOf('campaign', campaign.id), session: await pathOf('session', session.id) };
}
