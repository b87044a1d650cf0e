import { implement } from '#machines/kit/implement.ts';
import { provideActors } from '#machines/kit/provide-actors.ts';
import { pageHeadMachine } from '#machines/page-head/page-head.machine.ts';

/** What the head of a page says. */
export interface Head {
  title: string;
  description: string;
  /** Path under which search engines file the page; null: they are to leave it out. */
  canonicalPath: string | null;
}

/** The page-head chart with its effects. `headOf` may load what it needs. */
export function providePageHead(effects: {
  document: Document;
  headOf: (path: string) => Promise<Head>;
  /** Head of a place with a title of its own. */
  privateHead: (title: string) => Head;
}): typeof pageHeadMachine {
  const { document } = effects;

  function write({ title, description, canonicalPath }: Head): void {
    document.title = title;
    describe('description', description);
    let canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonicalPath === null) {
      canonical?.remove();
    } else {
      if (canonical === null) {
        canonical = document.createElement('link');
        canonical.rel = 'canonical';
        document.head.append(canonical);
      }
      canonical.href = new URL(canonicalPath, document.baseURI).href;
    }
  }

  function describe(name: string, content: string): void {
    let meta = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
    if (meta === null) {
      meta = document.createElement('meta');
      meta.name = name;
      document.head.append(meta);
    }
    meta.content = content;
  }

  return provideActors(
    pageHeadMachine,
    implement(pageHeadMachine).promise('applyHead', async ({ input: { source }, signal }) => {
      if (source === null) return;
      const head = 'path' in source ? await effects.headOf(source.path) : effects.privateHead(source.title);
      if (!signal.aborted) write(head);
    }),
  );
}
