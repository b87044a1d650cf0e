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
import { textLimits } from '#contract/text-limits.ts';
import { bodyStream } from '#server/http/body-stream.ts';
import { type Mount, WrittenJson } from '#server/http/mount.ts';
import type { NotesImports } from './imports/notes-imports.ts';
import type { ExportedFile, NotesExports } from './notes-exports.ts';

const upload = { maxBodyBytes: textLimits.fileBytes.most, tooLarge: 'notesTooLarge' } as const;

export function notesExportRoutes(
  mount: Mount,
  { exports, imports }: { exports: NotesExports; imports: NotesImports },
): void {
  mount(exportSession, async ({ user, params, query }) =>
    download(await exports.file(user.userId, params, query)),
  );
  mount(exportCampaign, async ({ user, params, query }) =>
    download(await exports.file(user.userId, params, query)),
  );
  mount(readDiscordMessages, async ({ user, params, query }) => ({
    messages: await exports.messages(user.userId, params.sessionId, query.audience),
  }));
  mount(
    updateVault,
    async ({ user, params, query, body }) =>
      download(
        await imports.oneOfFew(user.userId, () =>
          exports.vault(user.userId, params.campaignId, { archive: body, ...query }),
        ),
      ),
    upload,
  );
  mount(
    previewImport,
    async ({ user, params, query, body }) =>
      new WrittenJson(await imports.preview({ userId: user.userId, ...params, ...query }, body)),
    upload,
  );
  mount(
    importNotes,
    ({ user, params, query: { sessionId, ...choice }, body }) =>
      imports.run({ userId: user.userId, ...params, sessionId }, body, choice),
    upload,
  );
  mount(readImport, async ({ user, params }) => ({
    import: await imports.latest(user.userId, params.campaignId),
  }));
  mount(undoImport, ({ user, params }) => imports.undo(user.userId, params.campaignId));
}

function download({ name, mediaType, bytes }: ExportedFile): Response {
  return new Response(bodyStream(bytes), {
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
      'cache-control': 'no-store',
    },
  });
}
