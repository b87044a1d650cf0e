import { join } from 'node:path';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { readFeedback } from './feedback-file.ts';
import { chosenFlows } from './flow-names.ts';
import { flowDataPlugin } from './flows-site/plugin.ts';
import { exportsModule, scriptsModule, siteDataModule, versionsModule } from './flows-site/site-data.ts';
import { projectRoot } from './generated-files.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run flows:site [-- --out FOLDER] [--flow NAME ...] [--traffic FILE]`: writes all charts, or these, as a static site to
 * dist-flows. FILE is what `npm run --silent feedback -- --json` printed: charts count the steps that users sent with it.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(projectRoot, 'dist-flows') },
      flow: { type: 'string', multiple: true, default: [] },
      traffic: { type: 'string' },
    },
  });
  const reports = values.traffic === undefined ? null : readFeedback(values.traffic);
  const wanted = chosenFlows(values.flow);
  if (!wanted) return 1;
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'flows-site'),
    base: './',
    logLevel: 'warn',
    plugins: [
      react(),
      flowDataPlugin({
        siteDataModule: () => siteDataModule(projectRoot, wanted, reports),
        scriptsModule,
        exportsModule: () => exportsModule(wanted),
        versionsModule: (flow) => versionsModule(projectRoot, flow),
      }),
    ],
    build: {
      outDir: values.out,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { checks: { pluginTimings: false } },
      // The data of all flows is one file, and so are their scripts, which load when asked for.
      chunkSizeWarningLimit: 10_000,
    },
  });
  console.log(`The flow viewer is in ${values.out}; serve that folder with any web server.`);
  return 0;
}

await runCommand('npm run flows:site -- [--out FOLDER] [--flow NAME …] [--traffic FILE]', main);
