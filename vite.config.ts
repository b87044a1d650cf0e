import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { browserAliases } from './src/setup/aliases.ts';
import { blogPosts } from './src/setup/blog/plugin.ts';
import { callbackPage, callbackSource } from './src/setup/callback-page.ts';
import { testsEverything } from './src/setup/everything.ts';
import { flowsInDevelopment } from './src/setup/flows-site/plugin.ts';
import { icons } from './src/setup/icons/plugin.ts';
import {
  accountChunk,
  everyPagesChunk,
  withoutDescriptions,
  withoutJsonSchema,
} from './src/setup/light-build.ts';
import { LongestFirst } from './src/setup/longest-first.ts';
import { thirdPartyNotices } from './src/setup/notices/plugin.ts';
import { optimizeLate } from './src/setup/optimize-late.ts';
import { precompress } from './src/setup/precompress.ts';
import { prerender } from './src/setup/prerender/plugin.ts';
import { packedThreads } from './src/setup/server-build.ts';
import { soundTransformCache } from './src/setup/transform-cache.ts';

const packageFile: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'),
);
const web = join(import.meta.dirname, 'src/web');
const main = join(web, 'main.tsx');
const entries = [main, join(web, 'app/auth-callback.ts')];
const behindAccount = [
  'features/campaign/campaign-area.tsx',
  'features/alpha/alpha-features.tsx',
  'app/demo-evening-page.tsx',
].map((file) => join(web, file));

const temporaryFiles = 'tests/support/memory-folder.ts';

/** Optimizing most functions of a page takes longer than its tests. */
const optimizedLate = optimizeLate(1_000_000);

const clientOnly = { environment: 'jsdom' as const, setupFiles: ['tests/support/setup-web.ts'] };

/**
 * What Node makes for these is of another realm than what their page makes: bytes to hash or to join, a server. They
 * need processes of their own, which takes three times as long.
 */
const ownProcess = [
  'tests/web/api/api-client.test.ts',
  'tests/web/app/app.test.tsx',
  'tests/web/app/tracking.test.ts',
  'tests/web/features/account-settings.test.tsx',
  'tests/web/viewer/viewer-development.test.ts',
];

const sharedPostgres = [temporaryFiles, 'tests/support/shared-postgres.ts'];

/** Runs the server in the test's own process. Optimizing code, and collecting garbage in threads, costs more than it saves. */
const withServer = {
  execArgv: ['--liftoff-only', ...optimizeLate(500_000), '--single-threaded-gc'],
  globalSetup: [...sharedPostgres, 'tests/support/pack-threads.ts'],
};

/** Start Hearthscribe's programs and kill them: `npm run test:processes`. */
const withPrograms = 'tests/**/*.process.test.ts';

/** Test files share a process, so imports are loaded once. They must not replace modules. */
const sharedProcess = { environment: 'node' as const, isolate: false };

export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [
    react(),
    blogPosts(),
    withoutDescriptions(),
    withoutJsonSchema(),
    callbackPage(),
    icons(),
    thirdPartyNotices(),
    prerender(),
    precompress(),
    flowsInDevelopment(),
    packedThreads(),
    soundTransformCache(),
  ],
  // Drops wouter's polyfill of a hook that React has since version 18.
  resolve: {
    alias: [
      ...browserAliases,
      { find: 'regexparam', replacement: join(import.meta.dirname, 'src/setup/no-patterns.ts') },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  // The page compares it with the server's version (R4.8).
  define: {
    __BUILD__: JSON.stringify(process.env.HEARTHSCRIBE_BUILD ?? ''),
    __VERSION__: JSON.stringify(packageFile.version),
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    sourcemap: true,
    // Trusted Types and a strict script-src: no inline module preload polyfill.
    // Browsers find a chunk's imports themselves; listing them in every page would cost each visitor.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((name) => name.endsWith('.css')) : dependencies,
    },
    rolldownOptions: {
      input: ['index.html', callbackSource, 'src/web/shared-view/index.html'],
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { debugName: 'every page', name: everyPagesChunk(main) },
            {
              debugName: 'account',
              name: accountChunk(join(web, 'app/account-part.tsx'), entries, behindAccount, [
                join(web, 'ui/load-failure.tsx'),
                join(import.meta.dirname, 'src/contract/normalized.ts'),
              ]),
            },
            // One small file each instead of two or three (decision 023).
            { name: 'own', test: /\/use-own-(machine|actor)\.tsx?$/ },
            { name: 'copy', test: /\/(use-copy|copy-button|clipboard\.\w+|provide-clipboard)\.tsx?$/ },
          ],
        },
      },
    },
  },
  test: {
    // Tests wait for processes and databases a third of their time, so two cores serve three workers.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    experimental: { fsModuleCache: true },
    tags: [
      {
        name: 'everything',
        description: 'Repeats what another test proves, or tries more of it: `npm run test:all`.',
      },
    ],
    ...(testsEverything ? {} : { tagsFilter: ['!everything'] }),
    // The computer may be busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['tests/{contract,machines}/**/*.test.ts'],
          exclude: [withPrograms],
          globalSetup: temporaryFiles,
          ...sharedProcess,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: [withPrograms],
          ...sharedProcess,
          ...withServer,
          globalSetup: [...withServer.globalSetup, 'tests/support/packaged-decoder.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: [withPrograms],
          ...sharedProcess,
          execArgv: withServer.execArgv,
          globalSetup: [...sharedPostgres, 'tests/support/pack-programs.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          exclude: ownProcess,
          // Each file has a realm of its own in a process that has loaded jsdom already.
          pool: 'vmForks',
          execArgv: optimizedLate,
          ...clientOnly,
        },
      },
      { extends: true, test: { name: 'web-process', include: ownProcess, ...clientOnly, ...withServer } },
    ],
  },
});
