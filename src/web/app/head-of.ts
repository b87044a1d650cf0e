import type { Head } from '#web/effects/provide-page-head.ts';

/** The head of a public page; what all of them say is fetched when one first goes to another page. */
export async function headOf(path: string): Promise<Head> {
  const { pageHeads } = await import('#web/pages/page-heads.ts');
  const head = pageHeads[path] ?? pageHeads['/404'];
  if (head === undefined) throw new Error(`There is no head for ${path}.`);
  return {
    title: head.title,
    description: head.description,
    canonicalPath: head.noindex ? null : path,
  };
}
