import type { HeadSource } from '#machines/page-head/page-head.machine.ts';
import { type Head, writeHead } from '#web/effects/write-head.ts';
import { pageHeads } from '#web/pages/page-heads.ts';

const tagline = 'Less note-taking, more world-building';

function headOf(source: HeadSource): Head {
  if ('title' in source) {
    return { title: `${source.title} · Hearthscribe`, description: tagline, canonicalPath: null };
  }
  const head = pageHeads[source.path];
  if (head === undefined) throw new Error(`There is no head for ${source.path}.`);
  const { title, description } = head;
  return { title, description, canonicalPath: head.noindex ? null : source.path };
}

/** Writes the page's head; the default texts load with this module on the first navigation. */
export function headWriter(document: Document, source: HeadSource): () => void {
  const head = headOf(source);
  return () => writeHead(document, head);
}
