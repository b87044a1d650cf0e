import { join } from 'node:path';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { flowDataPlugin } from './flows-site/plugin.ts';
import { siteDataModule, versionsModule } from './flows-site/site-data.ts';
import { projectRoot } from './generated-files.ts';

/** `npm run flows:site [-- --out FOLDER]`: writes all charts as a static site to dist-flows. */
const { values } = parseArgs({
  options: { out: { type: 'string', default: join(projectRoot, 'dist-flows') } },
});
await build({
  configFile: false,
  root: join(import.meta.dirname, 'flows-site'),
  base: './',
  logLevel: 'warn',
  plugins: [
    react(),
    flowDataPlugin({
      siteDataModule: () => siteDataModule(projectRoot),
      versionsModule: (flow) => versionsModule(projectRoot, flow),
    }),
  ],
  build: {
    outDir: values.out,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
    // The layout engine is one file of 1.4 MB, loaded on demand.
    chunkSizeWarningLimit: 2000,
  },
});
console.log(`The flow viewer is in ${values.out}; serve that folder with any web server.`);
