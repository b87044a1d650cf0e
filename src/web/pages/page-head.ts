/** What the head of a public page says. */
export interface PageHead {
  /** The whole title. */
  title: string;
  description: string;
  /** Path of the picture that others show with a link to the page. */
  image?: string;
  /** schema.org data; addresses begin with `publicOrigin` (#contract/pages.ts). */
  structuredData?: readonly Readonly<Record<string, unknown>>[];
  /** Search engines are to leave it out. */
  noindex?: true;
}
