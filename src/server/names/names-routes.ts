import { correctNames, listCorrections, undoCorrection } from '#contract/corrections.ts';
import { changeName, createName, deleteName, importNames, listNames } from '#contract/names.ts';
import { revisionOf } from '#server/http/if-match.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Corrections } from './corrections.ts';
import type { Glossary } from './glossary.ts';

export function namesRoutes(
  mount: Mount,
  { glossary, corrections }: { glossary: Glossary; corrections: Corrections },
): void {
  mount(listNames, async ({ user, params, query }) => ({
    status: 200,
    body: await glossary.list(user.userId, params.campaignId, query),
  }));
  mount(createName, async ({ user, params, body }) => ({
    status: 201,
    body: await glossary.create(user.userId, params.campaignId, body),
  }));
  mount(importNames, async ({ user, params, body }) => ({
    status: 200,
    body: await glossary.import(user.userId, params.campaignId, body.list),
  }));
  mount(changeName, async ({ user, params, headers, body }) => ({
    status: 200,
    body: await glossary.change(user.userId, params.nameId, revisionOf(headers['if-match']), body),
  }));
  mount(deleteName, async ({ user, params }) => {
    await glossary.remove(user.userId, params.nameId);
    return { status: 204 };
  });
  mount(correctNames, async ({ user, params, body }) =>
    body.dryRun
      ? { status: 200, body: await corrections.preview(user.userId, params.campaignId, body) }
      : { status: 201, body: await corrections.apply(user.userId, params.campaignId, body) },
  );
  mount(listCorrections, async ({ user, params }) => ({
    status: 200,
    body: { corrections: await corrections.list(user.userId, params.campaignId) },
  }));
  mount(undoCorrection, async ({ user, params }) => ({
    status: 200,
    body: await corrections.undo(user.userId, params.correctionId),
  }));
}
