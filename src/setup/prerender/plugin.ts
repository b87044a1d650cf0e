import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Manifest, minifySync, type Plugin, type ResolvedConfig } from 'vite';
import type { RenderedPage } from '#web/app/prerender.tsx';
import { blogPosts } from '../blog/plugin.ts';
import { filesOf } from './page-files.ts';
import { pageHtml } from './page-html.ts';
import { robots, sitemapOf } from './site-files.ts';

interface Drawing {
  renderPages(): Promise<RenderedPage[]>;
  generatedFiles: readonly { path: string; content: () => string }[];
}

async function drawPages(config: ResolvedConfig, folder: string) {
  await build({
    root: config.root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react(), blogPosts()],
    define: config.define ?? {},
    build: {
      ssr: 'src/web/app/prerender.tsx',
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'prerender.js' } },
    },
  });
  const drawing: Drawing = await import(pathToFileURL(join(folder, 'prerender.js')).href);
  return {
    pages: await drawing.renderPages(),
    files: drawing.generatedFiles,
    manifest: readManifest(folder),
  };
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));

/** Vite copies public files as they are; pages load these. */
function minifyScripts(folder: string): void {
  for (const name of ['theme.js', 'start.js', 'not-loaded.js', 'incoming-recordings.js']) {
    const file = join(folder, name);
    const { code, errors } = minifySync(name, readFileSync(file, 'utf8'), { mangle: { toplevel: true } });
    if (errors.length > 0) throw new Error(`${name} cannot be minified: ${errors[0]?.message}`);
    // Scripts share their names; a block has its own.
    writeFileSync(file, `{${code}}`);
  }
}

function write(folder: string, path: string, content: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Every public page, the 404 page and the app's shell: readable without JavaScript. */
export function prerender(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'hearthscribe-prerender',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    async writeBundle() {
      const folder = resolve(config.root, config.build.outDir);
      const scratch = join(config.root, 'node_modules', `.hearthscribe-pages-${process.pid}`);
      try {
        const { pages, files, manifest: drawing } = await drawPages(config, scratch);
        const manifest = readManifest(folder);
        minifyScripts(folder);
        const template = readFileSync(join(folder, 'index.html'), 'utf8');
        for (const page of pages) {
          const html = pageHtml(template, page, filesOf(page, manifest, drawing));
          write(folder, join(page.path, 'index.html'), html);
        }
        for (const { path, content } of files) write(folder, path, content());
        write(folder, 'sitemap.xml', sitemapOf(pages));
        write(folder, 'robots.txt', robots);
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
    },
  };
}
