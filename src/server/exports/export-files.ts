import { type ExportFormat, exportFormats, type FormatEntry } from '#contract/export-formats.ts';
import { breath } from '#server/platform/breath.ts';
import type { TextFile } from '#server/platform/text-files.ts';
import { safeFileName } from './file-names.ts';
import { renderDiscord } from './formats/discord.ts';
import type { NotesDocument } from './formats/document.ts';
import { renderHtml } from './formats/html.ts';
import { renderJson } from './formats/json.ts';
import { renderMarkdown } from './formats/markdown.ts';
import { renderText } from './formats/plain-text.ts';
import { renderYaml } from './formats/yaml.ts';
import { renderVault } from './vault/vault.ts';
import { zip } from './zip.ts';

const renderers: Readonly<
  Record<Exclude<ExportFormat, 'obsidian'>, (document: NotesDocument) => Iterable<string>>
> = {
  markdown: renderMarkdown,
  yaml: (document) => [renderYaml(document)],
  json: (document) => [renderJson(document)],
  discord: renderDiscord,
  html: renderHtml,
  text: renderText,
};

export function exportFile(
  document: NotesDocument,
  format: ExportFormat,
  modified: Date,
): { name: string; mediaType: string; bytes: AsyncGenerator<Uint8Array> } {
  const entry = exportFormats.find((one) => one.format === format) ?? exportFormats[0];
  const bytes =
    format === 'obsidian' ? zipped(renderVault(document), modified) : encoded(renderers[format](document));
  return { name: fileName(document, entry), mediaType: entry.mediaType, bytes };
}

export async function* zipped(files: Iterable<TextFile>, modified: Date): AsyncGenerator<Uint8Array> {
  async function* entries() {
    for (const file of files) {
      yield { ...file, modified };
      await breath();
    }
  }
  yield* zip(entries());
}

async function* encoded(pieces: Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const piece of pieces) {
    yield encoder.encode(piece);
    await breath();
  }
}

function fileName({ campaign, sessions }: NotesDocument, { extension }: FormatEntry): string {
  const [only] = sessions.length === 1 ? sessions : [];
  const title = only?.title ?? campaign?.title ?? 'Notes';
  return `${safeFileName(title.replaceAll('.', ' '), 'Notes')}.${extension}`;
}
