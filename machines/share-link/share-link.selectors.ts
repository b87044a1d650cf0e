import type { SnapshotFrom } from 'xstate';
import { campaignPageChoices, canChoose } from '#contract/campaign-page-choice.ts';
import type { Show } from '#contract/sharing.ts';
import type { shareLinkMachine } from './share-link.machine.ts';

type ShareLinkSnapshot = SnapshotFrom<typeof shareLinkMachine>;

export function selectShareLinkStep(snapshot: ShareLinkSnapshot) {
  const before = ['reading', 'unread', 'confirming', 'turningOn', 'refused'] as const;
  const whileOn = [
    'copying',
    'changing',
    'renewing',
    'securing',
    'unlocking',
    'revoking',
    'settling',
    'marking',
    'unmarking',
  ] as const;
  const whileOff = ['settling', 'marking', 'unmarking'] as const;
  const settled = ['copied', 'marked', 'failed'] as const;
  if (snapshot.matches('closed')) return 'closed' as const;
  if (snapshot.matches({ open: { off: { settled: 'marked' } } })) return 'marked' as const;
  if (snapshot.matches({ open: 'off' }))
    return whileOff.find((off) => snapshot.matches({ open: { off } })) ?? ('off' as const);
  return (
    before.find((open) => snapshot.matches({ open })) ??
    whileOn.find((on) => snapshot.matches({ open: { on } })) ??
    settled.find((one) => snapshot.matches({ open: { on: { settled: one } } })) ??
    ('ready' as const)
  );
}

export const selectShow = ({ context: { link, wanted } }: ShareLinkSnapshot): Show | null =>
  wanted ?? link?.show ?? null;
export const selectPublicId = ({ context }: ShareLinkSnapshot) => context.link?.publicId ?? null;
export const selectHasPassphrase = ({ context }: ShareLinkSnapshot) => context.link?.hasPassphrase === true;
/** Which choices the dialog can offer now. */
export const selectCampaignPage = ({ context: { link } }: ShareLinkSnapshot) => ({
  page: link?.campaignPage ?? null,
  choices: campaignPageChoices.filter((choice) => link !== null && canChoose(choice, link)),
});
export const selectPassphrase = ({ context }: ShareLinkSnapshot) => context.passphrase;
export const selectAudience = ({ context }: ShareLinkSnapshot) => context.audience;
export const selectCanTurnOn = (snapshot: ShareLinkSnapshot) => snapshot.can({ type: 'sharing.confirmed' });
export const selectCanSetPassphrase = (snapshot: ShareLinkSnapshot) =>
  snapshot.can({ type: 'passphrase.saved' });
export const selectShareTarget = ({ context }: ShareLinkSnapshot) => context.target;
export const selectShareFailure = ({ context }: ShareLinkSnapshot) => context.failure;
/** How many sessions are still to be marked; null until that is known. */
export const selectRest = ({ context }: ShareLinkSnapshot) => context.rest?.length ?? null;
export const selectCanUndoMarks = (snapshot: ShareLinkSnapshot) => snapshot.can({ type: 'marks.undone' });
