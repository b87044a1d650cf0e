/// <reference types="vite/client" />
import type { PostBody, PostFacts } from './post.ts';

const facts = import.meta.glob<PostFacts>('./posts/*.md', {
  query: '?facts',
  import: 'default',
  eager: true,
});
const bodies = import.meta.glob<PostBody>('./posts/*.md', { query: '?body', import: 'default' });

export const posts: readonly PostFacts[] = Object.values(facts).sort(
  (one, other) => other.date.localeCompare(one.date) || one.slug.localeCompare(other.slug),
);

/** The text of a post, which is a file of its own. */
export async function loadPostBody(slug: string): Promise<PostBody> {
  const load = bodies[`./posts/${slug}.md`];
  if (load === undefined) throw new Error(`There is no post "${slug}".`);
  return load();
}
