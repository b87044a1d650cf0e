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
  if (notes === '') throw new Error(`docs/CHANGELOG.md says nothing about ${version}.`);
  return `${notes}\n`;
}

/** Usage: release-notes.ts TAG */
if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '..', '..');
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  const { version }: { version: string } = JSON.parse(read('package.json'));
  process.stdout.write(releaseNotesOf(process.argv[2] ?? '', version, read('docs/CHANGELOG.md')));
}
