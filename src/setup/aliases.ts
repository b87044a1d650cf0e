import { join } from 'node:path';
import { projectRoot } from './generated-files.ts';

export const browserAliases = [
  {
    // The package's browser file decodes `&amp;` with innerHTML, which Trusted Types forbid.
    find: /^decode-named-character-reference$/,
    replacement: join(projectRoot, 'node_modules/decode-named-character-reference/index.js'),
  },
];
