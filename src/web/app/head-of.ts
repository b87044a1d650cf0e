import type { HeadSource } from '#web/effects/page-head.ts';
import { type Head, writeHead } from '#web/effects/write-head.ts';

const tagline = 'Less note-taking, more world-building';

async function headOf(source: HeadSource): Promise<Head> {
  if ('title' in source) {
    return { title: `${source.title} · Hearthscribe`, description: tagline, canonicalPath: null };
  }
  const { pageHeads } = await import('#web/pages/page-heads.ts');
  const head = pageHeads[source.path];
  if (head === undefined) throw new Error(`There is no head for ${source.path}.`);
  const { title, description } = head;
  return { title, description, canonicalPath: head.noindex ? null : source.path };
}

/** Heads of public pages load with the first navigation to one. */
export async function headWriter(document: Document, source: HeadSource): Promise<() => void> {
  const head = await headOf(source);
  return () => writeHead(document, head);
}
