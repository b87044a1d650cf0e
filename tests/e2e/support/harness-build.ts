import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { blogPosts } from '../../../src/setup/blog/plugin.ts';

const root = join(import.meta.dirname, '..', 'harness');

const effects = join(import.meta.dirname, '..', '..', '..', 'src', 'web', 'effects');
const controlledActors = join(import.meta.dirname, '..', '..', 'web', 'paths', 'controlled-actors.ts');

/** Flows whose effects can be replaced by actors that wait to be told, with what their modules export. */
const toldExports: Readonly<Record<string, readonly string[]>> = {
  upload: ['provideUpload'],
  'scroll-to-target': ['provideScrollToTarget'],
};

/** Puts a choice between real and told actors where the composition root imports the effects of a flow. */
const toldFlows: Plugin = {
  name: 'told-flows',
  enforce: 'pre',
  resolveId(source, importer) {
    const flow = /provide-([a-z-]+)\.ts$/.exec(source)?.[1];
    const isWanted = flow !== undefined && flow in toldExports && importer?.endsWith('/create-app.ts');
    return isWanted ? `\0told:${flow}` : null;
  },
  load(id) {
    const flow = /^\0told:(.+)$/.exec(id)?.[1];
    if (flow === undefined) return null;
    return [
      `import * as real from ${JSON.stringify(join(effects, `provide-${flow}.ts`))};`,
      `import { toldModule } from ${JSON.stringify(controlledActors)};`,
      `const isTold = window.harnessSettings.toldFlows.includes(${JSON.stringify(flow)});`,
      `export const { ${toldExports[flow]?.join(', ')} } = isTold ? toldModule(real) : real;`,
    ].join('\n');
  },
};

/** Builds the page of the harness, the product's app with inspection, into a folder outside of the product's build. */
export async function buildHarness(outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    plugins: [toldFlows, blogPosts(), react()],
    logLevel: 'error',
    define: { __BUILD__: JSON.stringify('') },
    build: { outDir, emptyOutDir: true, minify: false, reportCompressedSize: false },
  });
}
