export interface VaultFile {
  name: string;
  content: string;
}

export function wikilinksIn(note: string): string[] {
  const prose = note
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '')
    .replace(/(?<!\\)(`+)(?:[^`]|(?!\1)`)*?\1/g, '');
  return [...prose.matchAll(/(?<!\\)(?:\\\\)*\[\[((?:[^\]]|\](?!\]))*)\]\]/g)]
    .filter(({ 1: inner = '' }) => !inner.includes('\n'))
    .map(({ 1: inner = '' }) => inner);
}

/** Obsidian's rules: ignores `|`, `#`, `^`, case and `.md`; a bare name is in any folder. */
export function resolveWikilink(link: string, files: readonly VaultFile[]): string | null {
  const path = (link.split('|')[0] ?? '').split(/[#^]/)[0]?.trim().normalize('NFC').toLowerCase() ?? '';
  if (path === '') return null;
  const wanted = path.endsWith('.md') ? path : `${path}.md`;
  const names = files.map(({ name }) => name);
  const keyed = (name: string) => name.normalize('NFC').toLowerCase();
  return (
    names.find((name) => keyed(name) === wanted) ??
    names.find((name) => keyed(name).endsWith(`/${wanted}`)) ??
    null
  );
}
