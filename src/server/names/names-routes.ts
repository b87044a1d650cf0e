import { correctNames, listCorrections, undoCorrection } from '#contract/corrections.ts';
import { changeName, createName, deleteName, importNames, listNames } from '#contract/names.ts';
import { revisionOf } from '#server/http/if-match.ts';
import { type Mount, Reply } from '#server/http/mount.ts';
import type { Corrections } from './corrections.ts';
import type { Glossary } from './glossary.ts';

export function namesRoutes(
  mount: Mount,
  { glossary, corrections }: { glossary: Glossary; corrections: Corrections },
): void {
  mount(listNames, ({ user, params, query }) => glossary.list(user.userId, params.campaignId, query));
  mount(createName, ({ user, params, body }) => glossary.create(user.userId, params.campaignId, body));
  mount(importNames, ({ user, params, body }) => glossary.import(user.userId, params.campaignId, body.list));
  mount(changeName, ({ user, params, headers, body }) =>
    glossary.change(user.userId, params.nameId, revisionOf(headers['if-match']), body),
  );
  mount(deleteName, ({ user, params }) => glossary.remove(user.userId, params.nameId));
  mount(correctNames, async ({ user, params, body }) =>
    body.dryRun
      ? new Reply(200, await corrections.preview(user.userId, params.campaignId, body))
      : new Reply(201, await corrections.apply(user.userId, params.campaignId, body)),
  );
  mount(listCorrections, async ({ user, params }) => ({
    corrections: await corrections.list(user.userId, params.campaignId),
  }));
  mount(undoCorrection, ({ user, params }) => corrections.undo(user.userId, params.correctionId));
}
