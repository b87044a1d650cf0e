import type { ComponentType } from 'react';
import { PostPage } from './post-page.tsx';
import { loadPostBody, posts } from './posts.ts';

/** The page of a post, with its text; an Error if there is no such post. */
export async function loadPostPage(slug: string): Promise<ComponentType> {
  const body = await loadPostBody(slug);
  const at = posts.findIndex((post) => post.slug === slug);
  const post = posts[at];
  if (post === undefined) throw new Error(`There is no post "${slug}".`);
  return () => (
    <PostPage post={post} body={body} next={posts[at - 1] ?? null} previous={posts[at + 1] ?? null} />
  );
}
