export interface Head {
  title: string;
  description: string;
  /** Null: noindex. */
  canonicalPath: string | null;
}

export function writeHead(document: Document, { title, description, canonicalPath }: Head): void {
  document.title = title;
  const meta =
    document.head.querySelector<HTMLMetaElement>('meta[name="description"]') ??
    document.createElement('meta');
  meta.name = 'description';
  meta.content = description;
  document.head.append(meta);
  const canonical =
    document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]') ?? document.createElement('link');
  if (canonicalPath === null) {
    canonical.remove();
    return;
  }
  canonical.rel = 'canonical';
  canonical.href = new URL(canonicalPath, document.baseURI).href;
  document.head.append(canonical);
}
