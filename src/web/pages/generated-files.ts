import { feedOf, feedPath } from './blog/feed.ts';
import { posts } from './blog/posts.ts';

/** Files that the build makes out of the pages' content, by their path. */
export const generatedFiles: readonly { path: string; content: () => string }[] = [
  { path: feedPath, content: () => feedOf(posts) },
];
