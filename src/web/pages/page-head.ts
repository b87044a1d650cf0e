export interface PageHead {
  title: string;
  description: string;
  image?: string;
  structuredData?: readonly Readonly<Record<string, unknown>>[];
  noindex?: true;
}
