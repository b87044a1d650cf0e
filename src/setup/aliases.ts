import { join } from 'node:path';
import { projectRoot } from './generated-files.ts';

/** Files that take the place of packages' own in the browser. */
export const browserAliases = [
  {
    // The package's file for browsers reads `&amp;` by innerHTML, which the policy forbids (Trusted Types): a note with
    // such a reference would take the page down. The other one has a table.
    find: /^decode-named-character-reference$/,
    replacement: join(projectRoot, 'node_modules/decode-named-character-reference/index.js'),
  },
];
