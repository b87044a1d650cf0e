import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { noticesText, shippedPackages } from '../../src/setup/notices/packages.ts';
import { releaseNotesOf } from '../../src/setup/release-notes.ts';
import { releasesOf } from '../../src/setup/releases-file.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const Workflow = z.object({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  jobs: z.record(
    z.string(),
    z.object({
      'runs-on': z.string(),
      'timeout-minutes': z.number(),
      steps: z.array(
        z.union([
          z.object({ uses: z.string().regex(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/) }),
          z.object({ run: z.string().min(1) }),
        ]),
      ),
    }),
  ),
});
const workflows = readdirSync(join(root, '.github/workflows'));
const workflow = (name: string) => Workflow.parse(parse(read(`.github/workflows/${name}`)));
const commandsOf = (name: string) =>
  Object.values(workflow(name).jobs).flatMap(({ steps }) =>
    steps.flatMap((step) => ('run' in step ? [step.run] : [])),
  );

describe('the workflows', () => {
  it.each(workflows)('%s is valid, uses only pinned actions, and its commands are valid shell', (name) => {
    for (const command of commandsOf(name))
      execFileSync('bash', ['-n'], { input: command.replaceAll(/\$\{\{.*?\}\}/g, 'x') });
  });

  it.each(workflows)('%s runs only scripts and files that exist', (name) => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const commands = commandsOf(name).join('\n');
    for (const [, script = ''] of commands.matchAll(/npm run (?:--silent )?([\w:]+)/g))
      expect(Object.keys(scripts)).toContain(script);
    for (const [path] of commands.matchAll(/(?:src|docs|tests|\.ci)\/[\w./-]+/g))
      expect(existsSync(join(root, path)), path).toBe(true);
  });

  it('run .ci/run on pull requests, without permission to write', () => {
    expect(commandsOf('tests.yml')).toContain('.ci/run');
    expect(workflow('tests.yml')).toMatchObject({ permissions: { contents: 'read' } });
    expect(workflow('tests.yml').on).toHaveProperty('pull_request');
  });
});

describe('a release', () => {
  it('builds its image from nothing that the context leaves out', () => {
    const leftOut = read('docs/operations/container/Dockerfile.dockerignore').split('\n').filter(Boolean);
    expect(leftOut).toContain('tests');
    const imported = [...read('vite.config.ts').matchAll(/ from '\.\/([^/']+)/g)].map(
      ([, folder = '']) => folder,
    );
    expect(imported).toContain('src');
    expect(imported.filter((folder) => leftOut.includes(folder))).toEqual([]);
  });

  it('has the changelog’s text of the version in package.json', () => {
    const { version }: { version: string } = JSON.parse(read('package.json'));
    const notes = releaseNotesOf(`v${version}`, version, read('docs/CHANGELOG.md'));
    expect(notes).toMatch(/^\S/);
    expect(notes).not.toContain('## ');
  });

  it('is refused for another version, or one without a text', () => {
    expect(() => releaseNotesOf('v2.0.0', '1.0.0', '## 2.0.0\n\nNews\n')).toThrow(
      'package.json has version 1.0.0',
    );
    expect(() => releaseNotesOf('v1.0.0', '1.0.0', '## 1.0.01\n\nNews\n')).toThrow(
      'says nothing about 1.0.0',
    );
    expect(() => releaseNotesOf('v1.0.0', '1.0.0', '## 1.0.0\n\n## 0.9.0\n\nOld\n')).toThrow('says nothing');
  });
});

describe('what is new', () => {
  it('begins with the version in package.json, each change in one line of text', () => {
    const { version }: { version: string } = JSON.parse(read('package.json'));
    const releases = releasesOf(read('docs/CHANGELOG.md'));
    expect(releases[0]?.version).toBe(version);
    for (const change of releases.flatMap(({ changes }) => changes)) expect(change).toMatch(/^\S[^\n]*[.”]$/);
  });

  it('joins wrapped lines, and refuses a version without changes', () => {
    expect(releasesOf('# New\n\n## 2.0.0\n\n- One\n  thing.\n- Two.\n\n## 1.0.0\n\n- First.\n')).toEqual([
      { version: '2.0.0', changes: ['One thing.', 'Two.'] },
      { version: '1.0.0', changes: ['First.'] },
    ]);
    expect(() => releasesOf('## 2.0.0\n\nWords\n')).toThrow('no changes of 2.0.0');
  });
});

describe('notices of third parties', () => {
  const shipped = shippedPackages();

  it('name every package that is shipped, with a license that allows it', () => {
    const names = shipped.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['react', 'hono', 'sherpa-onnx-linux-x64', '@fontsource/alegreya-sans']),
    );
    expect(names).not.toContain('vite');
    const allowed =
      /^\(?(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|OFL-1\.1|MPL-2\.0|Unlicense|BlueOak-1\.0\.0|Python-2\.0|CC0-1\.0|PostgreSQL)\b/;
    expect(shipped.filter(({ license }) => !allowed.test(license))).toEqual([]);
  });

  it('contain the texts of the licenses', () => {
    const text = noticesText();
    expect(text).toContain(read('node_modules/react/LICENSE').trim());
    for (const { name, version } of shipped) expect(text).toContain(`${name} ${version} (`);
  });
});

describe('the pages for contributors', () => {
  const names = readdirSync(join(root, '.github'), { recursive: true, encoding: 'utf8' });

  it.each(names.filter((name) => name.endsWith('.md')))('%s links to files that exist', (name) => {
    const path = join('.github', name);
    for (const [, target = ''] of read(path).matchAll(/\]\(([^)#]+)/g))
      expect(existsSync(join(root, dirname(path), target)), target).toBe(true);
  });

  it.each(names.filter((name) => name.endsWith('.yml')))('%s is valid YAML', (name) => {
    expect(parse(read(join('.github', name)))).toBeTypeOf('object');
  });
});
