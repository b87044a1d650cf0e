import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GeneratedFile, projectRoot } from '../generated-files.ts';

/** They build the app, or decode where the image has Debian's ffmpeg, and are in nothing that is shipped. */
const notShipped: readonly string[] = ['vite', 'tsx', '@vitejs/plugin-react', '@ffmpeg-installer/ffmpeg'];

interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** In the project, as the lock file names it. */
  readonly folder: string;
}

interface LockedPackage {
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface LockFile {
  packages: Record<string, LockedPackage>;
}

const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Licenses that a package names nowhere but in its text. */
const licensesInText: Readonly<Record<string, string>> = { 'combine-errors': 'MIT' };

/** All packages of all platforms that browsers get or that the image contains, with all that they need. */
export function shippedPackages(root = projectRoot): readonly ShippedPackage[] {
  const { packages }: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Set<string>();
  function add(name: string, from: string): void {
    let place = from;
    const folderIn = (outer: string) => `${outer === '' ? '' : `${outer}/`}node_modules/${name}`;
    while (packages[folderIn(place)] === undefined) {
      // A peer that is not installed.
      if (place === '') return;
      place = place.includes('/node_modules/') ? place.slice(0, place.lastIndexOf('/node_modules/')) : '';
    }
    const folder = folderIn(place);
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies } = packages[folder] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, folder);
  }
  for (const name of Object.keys(packages['']?.dependencies ?? {}))
    if (!notShipped.includes(name)) add(name, '');
  return [...found].sort().map((folder) => {
    const { version = '', license } = packages[folder] ?? {};
    const name = nameOf(folder);
    return { name, version, license: license ?? licensesInText[name] ?? 'unknown', folder };
  });
}

/** In one package's folder; empty where it is not installed or has none. */
function licenseTexts(folder: string): string[] {
  const absolute = join(projectRoot, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute)
    .filter((file) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(absolute, file), 'utf8').replaceAll('\r\n', '\n').trim());
}

/** What is shipped beside packages. */
const others = [
  'ffmpeg, in the container’s image only: Debian’s package, unchanged, under the GPL 2 or later (https://www.ffmpeg.org/legal.html); its source is Debian’s (https://tracker.debian.org/pkg/ffmpeg).',
  'ffmpeg, with `npm start` where the system has none: the package @ffmpeg-installer/ffmpeg, whose builds are under the GPL (https://github.com/kribblo/node-ffmpeg-installer).',
  'Node.js, in the container’s image only: MIT and the licenses of its parts (https://github.com/nodejs/node/blob/main/LICENSE).',
  'The speech model Parakeet TDT 0.6B v3 by NVIDIA, which the server downloads with the first recording: CC BY 4.0.',
  'The model Silero VAD 5.1.2 by the Silero Team, which the server downloads beside it: MIT (https://github.com/snakers4/silero-vad/blob/v5.1.2/LICENSE).',
  'llama.cpp, compiled in the packages @node-llama-cpp: MIT (https://github.com/ggml-org/llama.cpp/blob/master/LICENSE).',
  'The language model that the server downloads if it is asked to, one of Gemma 4 E4B by Google, Qwen3 4B by Alibaba and Granite 4.0 H Tiny by IBM: each under the Apache License 2.0.',
];

/** The texts, one part for all packages that have the same. */
export function noticesText(): string {
  const byText = new Map<string, string[]>();
  const withoutText: string[] = [];
  for (const { name, version, license, folder } of shippedPackages()) {
    const title = `${name} ${version} (${license})`;
    const text = licenseTexts(folder).join('\n\n');
    if (text === '') withoutText.push(title);
    else byText.set(text, [...(byText.get(text) ?? []), title]);
  }
  const line = '-'.repeat(80);
  return [
    'Hearthscribe contains the work of others. Thank you. These are their notices.',
    others.join('\n'),
    `Packages without a text of their own, or not installed where this was made; their license is the one in brackets:\n${withoutText.join('\n')}`,
    ...[...byText].map(([text, titles]) => `${line}\n${titles.join('\n')}\n${line}\n\n${text}`),
    '',
  ].join('\n\n');
}

/** docs/third-party.md: which packages, under which licenses. */
export function thirdPartyPage(): GeneratedFile {
  const rows = shippedPackages().map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  const unique = [...new Set(rows)].sort();
  return {
    path: 'docs/third-party.md',
    content: `${[
      '# The work of others',
      'Generated from package-lock.json ([packages.ts](../src/setup/notices/packages.ts)) by `npm run generated`: everything that browsers\nget or the container’s image contains, on every platform. A build has the texts of the licenses in `/third-party-notices.txt`.',
      others.map((other) => `- ${other}`).join('\n'),
      ['| Package | Version | License |', '|---|---|---|', ...unique].join('\n'),
    ].join('\n\n')}\n`,
  };
}
