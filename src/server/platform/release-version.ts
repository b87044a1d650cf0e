import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const packageFile: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Of package.json, and of docs/CHANGELOG.md. */
export const releaseVersion = packageFile.version;
