import { createPost, listPosts, previewPost } from '#contract/posting.ts';
import { implement } from '#machines/kit/implement.ts';
import { notesPostingMachine } from '#machines/notes-posting/notes-posting.machine.ts';
import type { PostingPlace } from '#machines/notes-posting/notes-posting.setup.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';

function provideNotesPosting({
  client,
  refreshPosts,
  openWebhook,
}: Surroundings): typeof notesPostingMachine {
  const at = (place: PostingPlace | null) => ({ params: { sessionId: place?.sessionId ?? '' } });
  return implement(notesPostingMachine, ({ promise }) => ({
    ...promise('preparePost', async ({ input: { place }, signal }) => {
      const { preview } = await client.call(previewPost, { ...at(place), signal });
      if (preview === null) throw new ApiFailure('webhookMissing');
      const { posts } = await client.call(listPosts, { ...at(place), signal });
      const open = posts.find(({ state }) => state === 'waiting' || state === 'sending') ?? null;
      return { preview, open };
    }),
    ...promise('createPost', ({ input: { place, preview }, signal }) =>
      client.call(createPost, {
        ...at(place),
        body: { version: preview?.version ?? '', again: (preview?.previous ?? null) !== null },
        signal,
      }),
    ),
    ...promise('readPost', async ({ input: { place, post }, signal }) => {
      const { posts } = await client.call(listPosts, { ...at(place), signal });
      const found = posts.find(({ id }) => id === post?.id);
      if (found === undefined) throw new ApiFailure('notFound');
      return found;
    }),
  })).provide({
    actions: {
      refreshPosts,
      openSetup: (_, { place }) => openWebhook(place?.campaignId ?? ''),
    },
  });
}

export const notesPosting: Flow<typeof notesPostingMachine> = {
  provide: provideNotesPosting,
};
