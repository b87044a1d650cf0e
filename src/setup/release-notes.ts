import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * The part of the changelog about a tag's version.
 *
 * @throws Error if the tag is not the version of package.json, or the changelog says nothing about it
 */
export function releaseNotesOf(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has version ${version}.`);
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => text.startsWith(`${version}\n`));
  const notes = part?.slice(version.length).trim() ?? '';
  if (notes === '') throw new Error(`The changelog says nothing about ${version}.`);
  return `${notes}\n`;
}

/** Usage: release-notes.ts TAG, which begins with `flows-` if it is the flow tool’s. */
if (process.argv[1] === import.meta.filename) {
  const [, prefix = '', tag = ''] = /^(flows-)?(.*)$/.exec(process.argv[2] ?? '') ?? [];
  const root = join(import.meta.dirname, '..', '..', prefix ? 'src/flows' : '.');
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  const { version }: { version: string } = JSON.parse(read('package.json'));
  process.stdout.write(releaseNotesOf(tag, version, read(prefix ? 'CHANGELOG.md' : 'docs/CHANGELOG.md')));
}
