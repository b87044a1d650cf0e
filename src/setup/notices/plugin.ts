import type { Plugin } from 'vite';
import { noticesText } from './packages.ts';

/** `/third-party-notices.txt`, which the footer links to. */
export function thirdPartyNotices(): Plugin {
  return {
    name: 'hearthscribe-third-party-notices',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source: noticesText() });
    },
  };
}
