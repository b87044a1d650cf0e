import type { NotesSection } from '#contract/notes.ts';
import { listSessions } from '#contract/sessions.ts';
import { changesOf, type MarkChange, together, undoing, withMarks } from '#contract/share-presets.ts';
import {
  chooseCampaignPage,
  readCampaignLink,
  readSessionLink,
  renewCampaignLink,
  renewSessionLink,
  revokeCampaignLink,
  revokeSessionLink,
  setCampaignLink,
  setSessionLink,
  sharedPath,
} from '#contract/sharing.ts';
import { implement } from '#machines/kit/implement.ts';
import { shareLinkMachine } from '#machines/share-link/share-link.machine.ts';
import type { LinkInput, MarkStep, ShareTarget } from '#machines/share-link/share-link.setup.ts';
import { ApiFailure } from '#web/api/api-failure.ts';
import { allPages, page as pageOf } from '#web/api/queries.ts';
import { followLeft } from '#web/effects/left-dialog.ts';
import type { Flow } from '#web/hooks/flow-port.ts';
import { saveNotes } from '#web/hooks/save-notes.ts';
import type { Surroundings } from '#web/hooks/surroundings.ts';
import { countOf } from '#web/ui/count-of.ts';

interface Ways<Result> {
  campaign: (campaignId: string) => Promise<Result>;
  session: (sessionId: string) => Promise<Result>;
}

function ofTarget<Result>({ target }: LinkInput, ways: Ways<Result>): Promise<Result> {
  if (target === null) throw new ApiFailure('notFound');
  return ways[target.kind](target.id);
}

function provideShareLink(around: Surroundings): typeof shareLinkMachine {
  const { client, page, refreshTexts } = around;
  const { ended, toItsEnd } = followLeft({ ...around, refresh: refreshTexts });

  /** @param passphrase null: remove, undefined: unchanged */
  const set = (input: LinkInput, signal: AbortSignal, passphrase?: string | null) => {
    const { audience } = input;
    const show = input.wanted ?? input.link?.show;
    if (show === undefined) throw new ApiFailure('notFound');
    const body = passphrase === undefined ? { show } : { show, passphrase };
    const made = ofTarget(input, {
      campaign: (campaignId) => client.call(setCampaignLink, { params: { campaignId, audience }, body }),
      session: (sessionId) => client.call(setSessionLink, { params: { sessionId, audience }, body }),
    });
    return toItsEnd(made, signal);
  };

  async function sessionsOf({ kind, id }: ShareTarget): Promise<string[]> {
    if (kind === 'session') return [id];
    const all = await allPages(async (cursor) => {
      const { sessions, nextCursor } = await client.call(listSessions, {
        params: { campaignId: id },
        query: pageOf(cursor),
      });
      return { items: sessions, nextCursor };
    });
    return all.map((session) => session.id);
  }

  async function mark(sessionId: string, changes: (sections: readonly NotesSection[]) => MarkChange[]) {
    let done: MarkChange[] = [];
    await saveNotes(client, {
      sessionId,
      change: ({ sections }) => {
        done = changes(sections);
        return done.length === 0
          ? null
          : withMarks(sections, done).map(({ key, title, body, visibility }) => ({
              key,
              title,
              body,
              visibility,
            }));
      },
    });
    return { sessionId, changes: done };
  }

  return implement(shareLinkMachine, ({ promise }) => ({
    ...promise('readLink', async ({ input, signal }) => {
      const { audience } = input;
      await ended();
      return ofTarget(input, {
        campaign: (campaignId) => client.call(readCampaignLink, { params: { campaignId, audience }, signal }),
        session: (sessionId) => client.call(readSessionLink, { params: { sessionId, audience }, signal }),
      });
    }),
    ...promise('turnOnLink', ({ input, signal }) => set(input, signal, input.passphrase.trim() || undefined)),
    ...promise('changeLink', ({ input, signal }) => set(input, signal)),
    ...promise('setPassphrase', ({ input, signal }) => set(input, signal, input.passphrase)),
    ...promise('removePassphrase', ({ input, signal }) => set(input, signal, null)),
    ...promise('renewLink', ({ input, signal }) => {
      const { audience } = input;
      const made = ofTarget(input, {
        campaign: (campaignId) => client.call(renewCampaignLink, { params: { campaignId, audience } }),
        session: (sessionId) => client.call(renewSessionLink, { params: { sessionId, audience } }),
      });
      return toItsEnd(made, signal);
    }),
    ...promise('revokeLink', async ({ input, signal }) => {
      const { audience } = input;
      const made = ofTarget(input, {
        campaign: (campaignId) => client.call(revokeCampaignLink, { params: { campaignId, audience } }),
        session: (sessionId) => client.call(revokeSessionLink, { params: { sessionId, audience } }),
      });
      await toItsEnd(made, signal);
    }),
    ...promise('chooseCampaignPage', async ({ input: { target, audience, choice }, signal }) => {
      if (target?.kind !== 'session' || choice === null) throw new ApiFailure('notFound');
      const made = client.call(chooseCampaignPage, {
        params: { sessionId: target.id, audience },
        body: { choice },
      });
      const { campaignPage } = await toItsEnd(made, signal);
      if (campaignPage === null) throw new ApiFailure('notFound');
      return campaignPage;
    }),
    ...promise('markNotes', ({ input: { target, audience, preset, rest, marked }, signal }) => {
      if (target === null || preset === null) throw new ApiFailure('notFound');
      // Behind a closed dialog, the user may hide what the preset would publish.
      const stopWithDialog = (left: number) => {
        if (signal.aborted && left > 0) throw new ApiFailure('unexpected', { message: unmarked(left) });
      };
      const step = async (): Promise<MarkStep> => {
        await ended('notes');
        const [sessionId, ...later] = rest ?? (await sessionsOf(target));
        if (sessionId === undefined) return { marked, rest: [] };
        const done = await mark(sessionId, (sections) => {
          stopWithDialog(later.length + 1);
          return changesOf(sections, { preset, audience });
        });
        stopWithDialog(later.length);
        return { marked: together(marked, done), rest: later };
      };
      // The link does not depend on it.
      return toItsEnd(step(), signal, 'notes');
    }),
    ...promise('undoMarks', ({ input: { marked }, signal }) => {
      const undone = marked.reduce(
        (before, { sessionId, changes }) =>
          before.then(async () => void (await mark(sessionId, () => undoing(changes)))),
        ended('notes'),
      );
      return toItsEnd(undone, signal, 'notes');
    }),
    ...promise('copyLink', async ({ input: { target, audience, link } }) => {
      if (target === null || link === null || link.publicId === null) throw new ApiFailure('notFound');
      const address = page.location.origin + sharedPath({ ...target, audience }, link.publicId);
      try {
        // Without HTTPS, browsers have no clipboard.
        await page.navigator.clipboard.writeText(address);
      } catch {
        throw Object.assign(new Error(copyFailed), { code: 'clipboard' });
      }
    }),
  })).provide({ actions: { leaveModal: () => around.closeModal('share'), refreshNotes: refreshTexts } });
}

const unmarked = (sessions: number) =>
  `You closed the dialog, so the notes of ${countOf(sessions, 'session')} are not marked. Choose again to mark them.`;

const copyFailed = 'Failed to copy text to clipboard';

export const shareLink: Flow<typeof shareLinkMachine> = {
  provide: provideShareLink,
};
