import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { blogPosts } from '../../../src/setup/blog/plugin.ts';

const root = join(import.meta.dirname, '..', 'harness');

const effects = join(import.meta.dirname, '..', '..', '..', 'src', 'web', 'effects');
const controlledActors = join(import.meta.dirname, '..', '..', 'web', 'paths', 'controlled-actors.ts');

/** Flows whose effects can be replaced by actors that wait to be told, and the function that provides them. */
const toldProviders: Readonly<Record<string, string>> = {
  consent: 'provideConsent',
  'notes-autosave': 'provideNotesAutosave',
  'scroll-to-target': 'provideScrollToTarget',
};

/** Puts a choice between real and told actors where the composition root imports the effects of a flow. */
const toldFlows: Plugin = {
  name: 'told-flows',
  enforce: 'pre',
  resolveId(source, importer) {
    const flow = /provide-([a-z-]+)\.ts$/.exec(source)?.[1];
    const isWanted = flow !== undefined && flow in toldProviders && importer?.includes('/src/web/app/');
    return isWanted ? `\0told:${flow}` : null;
  },
  load(id) {
    const flow = /^\0told:(.+)$/.exec(id)?.[1];
    if (flow === undefined) return null;
    const provider = toldProviders[flow];
    const file = JSON.stringify(join(effects, `provide-${flow}.ts`));
    return [
      `import * as real from ${file};`,
      `import { toldModule } from ${JSON.stringify(controlledActors)};`,
      `export * from ${file};`,
      `export const ${provider} = (...given) => {`,
      `  const isTold = window.toldFlows.includes(${JSON.stringify(flow)});`,
      `  return (isTold ? toldModule(real) : real).${provider}(...given);`,
      '};',
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
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      reportCompressedSize: false,
      // In one file, so that no step of a path waits for a chunk that is still on its way.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}
