import type { Plugin } from 'vite';
import { callbackPath } from '../contract/pages.ts';

export const callbackSource = 'src/web/auth-callback/index.html';

export function callbackPage(): Plugin {
  return {
    name: 'hearthscribe-callback-page',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle[callbackSource];
      if (page?.type !== 'asset') return;
      delete bundle[callbackSource];
      this.emitFile({
        type: 'asset',
        fileName: `${callbackPath.slice(1)}/index.html`,
        source: page.source,
      });
    },
  };
}
