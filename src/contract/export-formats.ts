export type ExportFormat = 'markdown' | 'yaml' | 'json' | 'obsidian' | 'discord' | 'html' | 'text';

export interface FormatEntry {
  format: ExportFormat;
  title: string;
  extension: string;
  mediaType: string;
  use: string;
  /** Whether it has the longer read; `byDefault` unless one leaves it out. */
  longerRead: 'byDefault' | 'ifAsked' | 'never';
}

export const exportFormats: readonly [FormatEntry, ...FormatEntry[]] = [
  {
    format: 'markdown',
    title: 'Markdown',
    extension: 'md',
    mediaType: 'text/markdown; charset=utf-8',
    use: 'For wikis and editors. You can import it again.',
    longerRead: 'byDefault',
  },
  {
    format: 'obsidian',
    title: 'Obsidian vault',
    extension: 'zip',
    mediaType: 'application/zip',
    use: 'Linked notes for each session, person, place, item and quest. You can import it again.',
    longerRead: 'byDefault',
  },
  {
    format: 'discord',
    title: 'Discord messages',
    extension: 'txt',
    mediaType: 'text/plain; charset=utf-8',
    use: 'Messages of at most 2,000 characters, ready to paste in order.',
    longerRead: 'never',
  },
  {
    format: 'html',
    title: 'Web page or PDF',
    extension: 'html',
    mediaType: 'text/html; charset=utf-8',
    use: 'One file. Open it in your browser, then print it or save it as PDF.',
    longerRead: 'ifAsked',
  },
  {
    format: 'text',
    title: 'Plain text',
    extension: 'txt',
    mediaType: 'text/plain; charset=utf-8',
    use: 'Words only, without formatting.',
    longerRead: 'ifAsked',
  },
  {
    format: 'yaml',
    title: 'YAML',
    extension: 'yaml',
    mediaType: 'application/yaml; charset=utf-8',
    use: 'Structured data for scripts and static sites.',
    longerRead: 'ifAsked',
  },
  {
    format: 'json',
    title: 'Hearthscribe JSON',
    extension: 'json',
    mediaType: 'application/json; charset=utf-8',
    use: 'A complete copy of the notes. You can import it again.',
    longerRead: 'ifAsked',
  },
];

/** Headings of our earlier exports, and of other tools: imports read them. */
export const otherHeadings: Readonly<Record<string, string>> = {
  summary: 'Summary',
  npcs: 'NPCs',
  locations: 'Locations',
};
