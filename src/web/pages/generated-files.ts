import { feedOf, feedPath } from './blog/feed.ts';
import { posts } from './blog/posts.ts';

export const generatedFiles: readonly { path: string; content: () => string }[] = [
  { path: feedPath, content: () => feedOf(posts) },
];
