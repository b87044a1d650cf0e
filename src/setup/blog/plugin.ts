import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { compilePost } from './compile-post.ts';

const postFile = /\/src\/web\/pages\/blog\/posts\/([\w-]+)\.md\?(facts|body)$/;

/** `posts/x.md?facts` and `?body`, so that public pages need no Markdown parser. */
export function blogPosts(): Plugin {
  return {
    name: 'hearthscribe-blog-posts',
    enforce: 'pre',
    load(id) {
      const [, slug, part] = postFile.exec(id.replaceAll('\\', '/')) ?? [];
      if (slug === undefined) return null;
      const path = id.slice(0, id.indexOf('?'));
      this.addWatchFile(path);
      const post = compilePost(basename(path, '.md'), readFileSync(path, 'utf8'));
      return {
        code: `export default ${JSON.stringify(part === 'facts' ? post.facts : post.body)};`,
        map: null,
      };
    },
  };
}
