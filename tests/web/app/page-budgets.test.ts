// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { publicPaths } from '#contract/pages.ts';
import {
  budgets,
  campaignWeights,
  describeWeights,
  foreignToPages,
  type Kind,
  type PageWeight,
  pageWeights,
} from '#tests/support/page-weights.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'dist', 'web');
const kinds = Object.keys(budgets) as Kind[];

let weights: readonly PageWeight[];
const weightOf = (path: string) => weights.find((weight) => weight.path === path)!;

beforeAll(() => {
  weights = pageWeights(folder);
  process.stdout.write(`${describeWeights(weights)}\n`);
});

describe('what a visitor’s first page weighs', () => {
  it.each(publicPaths.flatMap((path) => kinds.map((kind) => ({ path, kind }))))(
    '[R2.1] $path: $kind',
    ({ path, kind }) => {
      expect(weightOf(path).bytes[kind]).toBeGreaterThan(0);
      expect(weightOf(path).bytes[kind]).toBeLessThanOrEqual(budgets[kind]);
    },
  );

  it.each(publicPaths)('[R2.1] %s loads nothing that only an account needs', (path) => {
    const sources = weightOf(path).files.scripts.flatMap((file) => {
      const map = join(folder, `${file}.map`);
      return existsSync(map) ? (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources : [];
    });
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.filter((source) => foreignToPages.test(source))).toEqual([]);
  });
});

describe('what a signed-in user’s first page weighs', () => {
  it('is within the budget of each place: flows, dialogs and sessions load on demand', () => {
    for (const { path, bytes, budget } of campaignWeights(folder)) {
      process.stdout.write(`${path}: ${bytes.scripts} bytes of scripts, at most ${budget}\n`);
      expect(bytes.scripts, path).toBeGreaterThan(150_000);
      expect(bytes.scripts, path).toBeLessThanOrEqual(budget);
    }
  });
});

describe('the editor of notes', () => {
  it('[D6] loads only for editing', () => {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
    const editor = Object.keys(manifest).filter((key) => key.endsWith('notes/markdown-editor.ts'));
    expect(editor).toHaveLength(1);
    const sourcesOf = (key: string) => {
      const map = join(folder, `${manifest[key]?.file}.map`);
      return existsSync(map) ? (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources : [];
    };
    const withIt = Object.keys(manifest).filter(
      (key) =>
        manifest[key]?.file.endsWith('.js') &&
        sourcesOf(key).some((source) => /node_modules\/(@codemirror|@lezer|style-mod)\//.test(source)),
    );
    expect(withIt).toEqual(editor);
    const importers = Object.keys(manifest).filter((key) => manifest[key]?.imports?.includes(editor[0]!));
    expect(importers).toEqual([]);
  });
});

describe('built pages', () => {
  it('[R2.28] name the build of their scripts, which the browser needs for hydration', () => {
    const hash = readFileSync(join(folder, '..', 'build-hash.txt'), 'utf8').trim();
    for (const path of publicPaths) {
      expect(readFileSync(join(folder, path, 'index.html'), 'utf8'), path).toContain(`Build ${hash}`);
    }
  });

  it.each(publicPaths)('[R2.1] %s is readable without JavaScript, and runs no script of its own', (path) => {
    const html = readFileSync(join(folder, path, 'index.html'), 'utf8');
    expect(html).toMatch(/<h1[^>]*>.+<\/h1>/s);
    expect(html).toMatch(/<main[^>]*id="main"/);
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map((match) => match[1] ?? '');
    for (const script of scripts) expect(script).toMatch(/ src="\/\w| type="application\/ld\+json"/);
    expect(html).not.toMatch(/ style="| on[a-z]+="/);
    expect(html).not.toMatch(/<svg class="icon"[^>]*><\/svg>/);
  });

  it('[R2.6] the shell has the frame and no data, and is not indexed', () => {
    const html = readFileSync(join(folder, 'app-ssg', 'index.html'), 'utf8');
    expect(html).toContain('<meta name="robots" content="noindex" />');
    expect(html).toContain('<header');
    expect(html.replace(/<noscript>.*?<\/noscript>/s, '')).not.toContain('Join / Login');
  });

  it('the sitemap lists every page once, and robots.txt points to it', () => {
    const map = readFileSync(join(folder, 'sitemap.xml'), 'utf8');
    const places = [...map.matchAll(/<loc>https:\/\/public-origin\.invalid([^<]+)<\/loc>/g)].map(
      (match) => match[1],
    );
    expect(places).toEqual(publicPaths);
    expect(readFileSync(join(folder, 'robots.txt'), 'utf8')).toContain(
      'Sitemap: https://public-origin.invalid/sitemap.xml',
    );
  });
});
