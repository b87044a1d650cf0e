import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { z } from 'zod';
import { publicPaths } from '#contract/pages.ts';
import { listen } from '#server/compose/listen.ts';
import { builtWebFolder } from '#server/compose/open-server.ts';
import { openWebFiles } from '#server/http/web-files.ts';
import { createTestServer } from '#tests/support/server.ts';
import { sharedSession } from '#tests/support/shared-session.ts';
import { browserPath } from '../../src/setup/browser-path.ts';
import { median } from './figure.ts';

const target = 98;
const runs = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const resultSchema = z.object({
  lhr: z.object({
    categories: z.record(z.enum(categories), z.object({ score: z.number().nullable() })),
    audits: z.record(
      z.string(),
      z.object({ id: z.string(), score: z.number().nullable(), displayValue: z.string().optional() }),
    ),
  }),
});
type Report = z.infer<typeof resultSchema>['lhr'];

interface Lighthouse {
  default: (
    url: string,
    flags: {
      port: number;
      output: 'json';
      logLevel: 'error';
      onlyCategories: string[];
      throttling: { cpuSlowdownMultiplier: number };
    },
  ) => Promise<unknown>;
}

/** Not in the main package.json: it needs half as many files as all other packages together. */
const { resolve } = createRequire(join(import.meta.dirname, 'lighthouse/package.json'));
const { default: lighthouse }: Lighthouse = await import(pathToFileURL(resolve('lighthouse')).href);

/** Lighthouse's telephone is four times as slow as this computer. */
const slowdowns = [4, 8];

async function measure(url: string, cpuSlowdownMultiplier: number): Promise<number[]> {
  const profile = await mkdtemp(join(tmpdir(), 'hearthscribe-lighthouse-'));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const browser = await chromium.launchPersistentContext(profile, {
    ...(browserPath && { executablePath: browserPath }),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox'],
  });
  try {
    const { lhr } = resultSchema.parse(
      await lighthouse(url, {
        port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: [...categories],
        throttling: { cpuSlowdownMultiplier },
      }),
    );
    if (process.argv.includes('--audits')) describeAudits(lhr);
    return categories.map((name) => Math.round((lhr.categories[name].score ?? 0) * 100));
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}

function describeAudits({ audits }: Report): void {
  for (const { id, score, displayValue } of Object.values(audits)) {
    if (score !== null && score < 1) console.log(`  ${id} ${score} ${displayValue ?? ''}`);
  }
}

const server = await createTestServer({ overrides: { web: openWebFiles(builtWebFolder) } });
const listening = await listen(server, { host: '127.0.0.1', port: 0 });
const shared = await sharedSession(server);
const isShared = (path: string) => Object.values(shared).includes(path);
const pages = [
  '/',
  '/pricing',
  publicPaths.find((path) => path.startsWith('/blog/'))!,
  shared.session,
  shared.campaign,
];
let isReached = true;
try {
  console.log(`Medians of ${runs} runs on an emulated telephone; each should be ${target} or more.`);
  console.log(['page'.padEnd(56), ...categories].join('  '));
  for (const [path, slowdown] of pages.flatMap((path) => slowdowns.map((each) => [path, each] as const))) {
    const measured: number[][] = [];
    for (let run = 0; run < runs; run += 1) measured.push(await measure(`${listening.url}${path}`, slowdown));
    const medians = categories.map((_, index) => median(measured.map((scores) => scores[index] ?? 0)));
    isReached &&= medians.every(
      (score, index) => score >= target || (isShared(path) && categories[index] === 'seo'),
    );
    console.log(
      [
        `${isShared(path) ? path.replace(/[\w-]{22,}/g, '…') : path}, 1/${slowdown} speed`.padEnd(56),
        ...categories.map((name, index) => String(medians[index]).padStart(name.length)),
      ].join('  '),
    );
  }
  console.log(isReached ? 'All reached.' : `Some are below ${target}.`);
} finally {
  await listening.close(0);
  await server.close();
}
process.exit(isReached ? 0 : 1);
