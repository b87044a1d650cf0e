import type { ExportFormat } from '#contract/export-formats.ts';
import {
  exportCampaign,
  exportSession,
  importNotes,
  previewImport,
  readDiscordMessages,
  readImport,
  undoImport,
  updateVault,
} from '#contract/exports.ts';
import { bodyStream } from '#server/http/body-stream.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Clock } from '#server/platform/clock.ts';
import { exportFile, zipped } from './export-files.ts';
import { discordMessages } from './formats/discord.ts';
import type { NotesDocument } from './formats/document.ts';
import type { NotesImports } from './imports/notes-imports.ts';
import { unzipNotes } from './imports/unzip-notes.ts';
import type { NotesExports } from './notes-exports.ts';
import { mergeVault } from './vault/merge-vault.ts';
import { renderVault } from './vault/vault.ts';

const mostFileBytes = 32 * 1024 * 1024;
const upload = { maxBodyBytes: mostFileBytes, tooLarge: 'notesTooLarge' } as const;

export function notesExportRoutes(
  mount: Mount,
  { exports, imports, clock }: { exports: NotesExports; imports: NotesImports; clock: Clock },
): void {
  const answer = (document: NotesDocument, format: ExportFormat) => {
    const { name, mediaType, bytes } = exportFile(document, format, clock.now());
    return download(name, mediaType, bytes);
  };
  mount(exportSession, async ({ user, params, query }) =>
    answer(await exports.session(user.userId, params.sessionId, query.audience), query.format),
  );
  mount(exportCampaign, async ({ user, params, query }) =>
    answer(await exports.campaign(user.userId, params.campaignId, query.audience), query.format),
  );
  mount(readDiscordMessages, async ({ user, params, query }) => ({
    status: 200,
    body: { messages: discordMessages(await exports.session(user.userId, params.sessionId, query.audience)) },
  }));
  mount(
    updateVault,
    async ({ user, params, query, body }) => {
      const document = await exports.campaign(user.userId, params.campaignId, query.audience);
      const merged = mergeVault(unzipNotes(body), renderVault(document));
      return download('Updated vault.zip', 'application/zip', zipped(merged, clock.now()));
    },
    upload,
  );
  mount(
    previewImport,
    async ({ user, params, query, body }) => ({
      status: 200,
      body: await imports.preview({ userId: user.userId, ...params, ...query }, body),
    }),
    upload,
  );
  mount(
    importNotes,
    async ({ user, params, query: { sessionId, ...choice }, body }) => ({
      status: 200,
      body: await imports.run({ userId: user.userId, ...params, sessionId }, body, choice),
    }),
    upload,
  );
  mount(readImport, async ({ user, params }) => ({
    status: 200,
    body: { import: await imports.latest(user.userId, params.campaignId) },
  }));
  mount(undoImport, async ({ user, params }) => {
    await imports.undo(user.userId, params.campaignId);
    return { status: 204 };
  });
}

function download(name: string, mediaType: string, bytes: AsyncGenerator<Uint8Array>): Response {
  return new Response(bodyStream(bytes), {
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
      'cache-control': 'no-store',
    },
  });
}
