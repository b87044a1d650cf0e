import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GeneratedFile, projectRoot } from './generated-files.ts';

export interface Release {
  readonly version: string;
  readonly changes: readonly string[];
}

/** The versions of a changelog, newest first. @throws Error if a version has no list of changes */
export function releasesOf(changelog: string): readonly Release[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [version = '', ...lines] = part.split('\n');
      const changes = lines
        .join('\n')
        .split(/^- /m)
        .slice(1)
        .map((change) => change.trim().replaceAll(/\s+/g, ' '));
      if (changes.length === 0) throw new Error(`The changelog lists no changes of ${version}.`);
      return { version: version.trim(), changes };
    });
}

export function releasesFile(): GeneratedFile {
  const releases = releasesOf(readFileSync(join(projectRoot, 'docs/CHANGELOG.md'), 'utf8'));
  return {
    path: 'src/web/pages/roadmap/releases.generated.json',
    content: `${JSON.stringify(releases, null, 2)}\n`,
  };
}
