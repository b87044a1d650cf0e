import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { publicPaths } from '#contract/pages.ts';
import { keysOf } from '#contract/unknown-values.ts';
import { withImports } from '../../src/setup/prerender/page-files.ts';

/** Bytes after gzip: the heaviest page's, rounded up. The goal is 104 kB of scripts (decision 023). */
export const budgets = { scripts: 102_500, styles: 15_000, fonts: 60_000 } as const;
export type Kind = keyof typeof budgets;

const islandModules: Readonly<Record<string, string>> = {
  copy: 'src/web/pages/reading/copy-island.tsx',
  demo: 'src/web/app/demo-island.tsx',
  'consent-choice': 'src/web/pages/consent-choice.tsx',
};

export const foreignToPages =
  /aws-amplify|@aws-amplify|@tanstack|node_modules\/zod|features\/campaign|machines\/(auth|upload|analysis)\/.*\.machine|app\/(account-part|create-app)/;

export interface PageWeight {
  path: string;
  bytes: Record<Kind, number>;
  files: Record<Kind, readonly string[]>;
}

const gzipped = (folder: string, file: string) =>
  gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;

const attributesOf = (html: string, tag: RegExp) => [...html.matchAll(tag)].map((match) => match[1] ?? '');

/** Scripts with imports, islands, style sheets and preloaded fonts. @param folder of a build (dist/web) */
export const pageWeights = (folder: string): PageWeight[] =>
  weighAll(
    folder,
    publicPaths.map((path) => ({ path, html: path, imported: [] })),
  );

const signedIn = [
  'src/web/app/account-part.tsx',
  'src/web/identity/amplify-session.ts',
  'src/web/app/head-of.ts',
  'src/web/features/campaign/campaign-area.tsx',
];

interface Weighed {
  path: string;
  html: string;
  imported: readonly string[];
}

interface CampaignPlace extends Weighed {
  /** Bytes after gzip; the goal is 200 kB. Where a place is heavier, the limit is its size, rounded up. */
  budget: number;
}

const campaignPlaces: readonly CampaignPlace[] = [
  {
    path: '/campaign',
    html: 'app-ssg',
    imported: [...signedIn, 'src/web/features/campaign/overview/campaign-list.tsx'],
    budget: 206_500,
  },
  {
    path: 'a campaign',
    html: 'app-ssg',
    imported: [...signedIn, 'src/web/features/campaign/overview/campaign-overview.tsx'],
    budget: 229_000,
  },
  {
    path: 'a session',
    html: 'app-ssg',
    imported: [
      ...signedIn,
      'src/web/features/campaign/session/session-screen.tsx',
      'src/web/flows/analysis/provide-analysis.ts',
      'src/web/flows/notes-autosave/provide-notes-autosave.ts',
    ],
    budget: 271_000,
  },
];

/** @param folder of a build (dist/web) */
export const campaignWeights = (folder: string) => weighAll(folder, campaignPlaces);

function weighAll<Page extends Weighed>(folder: string, pages: readonly Page[]): (Page & PageWeight)[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
  const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [`/${file}`, key]));
  return pages.map((page) => ({ ...page, ...weighPage({ folder, manifest, keyOf }, page) }));
}

interface Build {
  folder: string;
  manifest: Manifest;
  keyOf: ReadonlyMap<string, string>;
}

function weighPage({ folder, manifest, keyOf }: Build, { path, html: place, imported }: Weighed): PageWeight {
  const html = readFileSync(join(folder, place, 'index.html'), 'utf8');
  const named = [
    ...attributesOf(html, /<script [^>]*data-modules="([^"]+)"/g).flatMap((names) => names.split(' ')),
    ...attributesOf(html, /<link [^>]*rel="modulepreload"[^>]* href="([^"]+)"/g),
  ];
  const entries = named.map((file) => {
    const key = keyOf.get(file);
    if (key === undefined) throw new Error(`${path} loads ${file}, which is none of the build's.`);
    return key;
  });
  const islands = attributesOf(html, / data-island="([^"]+)"/g).map((name) => {
    const key = islandModules[name];
    if (key === undefined) throw new Error(`${path} has an island "${name}", which is not counted.`);
    return key;
  });
  const chunks = [
    ...new Set([...entries, ...islands, ...imported].flatMap((key) => withImports(manifest, key))),
  ];
  const styles = new Set(
    islands.flatMap((key) => withImports(manifest, key)).flatMap((key) => manifest[key]?.css ?? []),
  );
  const files = {
    scripts: [
      ...new Set([
        ...attributesOf(html, /<script (?:async )?src="([^"]+)"/g),
        ...chunks.map((key) => `/${manifest[key]?.file}`),
      ]),
    ],
    styles: [
      ...new Set([
        ...attributesOf(html, /<link rel="stylesheet"[^>]* href="([^"]+)"/g),
        ...[...styles].map((file) => `/${file}`),
      ]),
    ],
    fonts: attributesOf(html, /<link rel="preload" as="font"[^>]* href="([^"]+)"/g),
  };
  const sum = (names: readonly string[], weigh: (file: string) => number) =>
    names.reduce((total, name) => total + weigh(name), 0);
  return {
    path,
    files,
    bytes: {
      scripts: sum(files.scripts, (file) => gzipped(folder, file)),
      styles: sum(files.styles, (file) => gzipped(folder, file)),
      fonts: sum(files.fonts, (file) => readFileSync(join(folder, file)).length),
    },
  };
}

export function describeWeights(weights: readonly PageWeight[]): string {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(9);
  const kinds = keysOf(budgets);
  const longest = Math.max(...weights.map(({ path }) => path.length), 6);
  const row = (name: string, cells: readonly string[]) => `${name.padEnd(longest)} ${cells.join(' ')}`;
  return [
    row(
      'kB',
      kinds.map((kind) => kind.padStart(9)),
    ),
    ...weights.map(({ path, bytes }) =>
      row(
        path,
        kinds.map((kind) => kilobytes(bytes[kind])),
      ),
    ),
    row(
      'budget',
      kinds.map((kind) => kilobytes(budgets[kind])),
    ),
  ].join('\n');
}
