import type { Manifest } from 'vite';
import type { RenderedPage } from '#web/app/prerender.tsx';
import type { PageFiles } from './page-html.ts';

/** Itself last. */
export function withImports(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  if (seen.has(key)) return [];
  seen.add(key);
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The build has no chunk "${key}".`);
  return [...(chunk.imports ?? []).flatMap((imported) => withImports(manifest, imported, seen)), key];
}

function sourcesOf({ page }: RenderedPage, drawing: Manifest): string[] {
  if (page === null) return [];
  const files = [...page.source.matchAll(/import\(\s*["'`]\.\/([^"'`]+)["'`]/g)].map((match) => match[1]);
  return files.map((file) => {
    const source = Object.entries(drawing).find(
      ([, chunk]) => chunk.file === file || chunk.file.endsWith(`/${file}`),
    )?.[0];
    if (source === undefined) throw new Error(`The build that draws pages has no chunk "${file}".`);
    return source;
  });
}

const unique = (names: readonly string[]) => [...new Set(names)].map((name) => `/${name}`);

/** @param manifest of the browser's build @param drawing of the prerendering build */
export function filesOf(rendered: RenderedPage, manifest: Manifest, drawing: Manifest): PageFiles {
  const sources = sourcesOf(rendered, drawing);
  if (rendered.page !== null && sources.length === 0) {
    throw new Error(`The function that loads ${rendered.path} names no module.`);
  }
  const chunks = sources.flatMap((source) => withImports(manifest, source)).map((key) => manifest[key]);
  return {
    styles: unique(chunks.flatMap((chunk) => chunk?.css ?? [])),
    modules: rendered.page?.interactive ? unique(chunks.flatMap((chunk) => (chunk ? [chunk.file] : []))) : [],
    fonts: Object.values(manifest)
      .filter(({ src }) => /ui\/assets\/fonts\/.*\.woff2$/.test(src ?? ''))
      .map(({ file }) => `/${file}`),
  };
}
