import { dismissedWithDialog, type Invariant, remembering } from '../kit/catalogue.ts';
import type { ShareLinkContext } from './share-link.setup.ts';

export const shareLinkInvariants: readonly Invariant<ShareLinkContext>[] = [
  {
    name: 'turns a link on only after the user has confirmed it',
    requirement: 'D10',
    holds: ({ started, cause }) => !started.includes('turnOnLink') || cause === 'sharing.confirmed',
  },
  {
    name: 'has an address exactly while the link is on',
    requirement: 'D10',
    holds: ({ isIn, context }) => ((context.link?.publicId ?? null) !== null) === isIn('open.on'),
  },
  {
    name: 'replaces or removes an address only when the user asks for it',
    requirement: 'D10',
    holds: ({ started, cause }) =>
      (!started.includes('renewLink') || cause === 'renewal.requested') &&
      (!started.includes('revokeLink') || cause === 'revocation.requested'),
  },
  {
    name: 'keeps a choice only while it is sent to the server',
    holds: ({ isIn, context }) => (context.wanted !== null) === isIn('open.on.changing'),
  },
  {
    name: 'shows a reason exactly when something has failed',
    holds: ({ isIn, context }) =>
      (context.failure !== null) ===
      (isIn('open.off.settled.failed') ||
        isIn('open.unread') ||
        isIn('open.refused') ||
        isIn('open.on.settled.failed')),
  },
  {
    name: 'has a passphrase only for players, and sets or removes it only when the user asks for it',
    holds: ({ context, started, cause }) =>
      (context.passphrase === '' || context.audience === 'players') &&
      (!started.includes('setPassphrase') || cause === 'passphrase.saved') &&
      (!started.includes('removePassphrase') || cause === 'passphrase.removed'),
  },
  {
    name: 'clears the passphrase field once it is set or the dialog is closed',
    holds: ({ isIn, context }) =>
      context.passphrase === '' ||
      isIn('open.confirming') ||
      isIn('open.turningOn') ||
      isIn('open.refused') ||
      isIn('open.on'),
  },
  {
    name: "changes the campaign's page only when the user chooses so, and keeps the choice only until it is sent",
    requirement: 'D10',
    holds: ({ isIn, context, started, cause }) =>
      (!started.includes('chooseCampaignPage') || cause === 'campaign.chosen') &&
      (context.choice !== null) === (isIn('open.off.settling') || isIn('open.on.settling')),
  },
  {
    name: 'marks notes, or undoes it, only when the user asks for it, and knows the preset exactly meanwhile',
    requirement: 'R1.4',
    holds: ({ isIn, context, started, cause }) =>
      (!started.includes('markNotes') ||
        cause === 'preset.chosen' ||
        cause === 'markNotes: more sessions have notes') &&
      (!started.includes('undoMarks') ||
        cause === 'marks.undone' ||
        cause?.startsWith('undoMarks: ') === true) &&
      (context.preset !== null) === (isIn('open.off.marking') || isIn('open.on.marking')),
  },
  {
    name: 'keeps no data once the dialog is closed',
    holds: ({ isIn, context }) =>
      isIn('closed') === (context.target === null) &&
      (!isIn('closed') || (context.link === null && context.marked.length === 0)),
  },
  remembering<ShareLinkContext, { shown: number; isWritten: boolean }>({
    name: 'confirms only an address that is in the clipboard, for 3000 ms',
    requirement: 'R9.8',
    start: { shown: 0, isWritten: false },
    after: ({ shown, isWritten }, { cause, isIn, started, waited }) => ({
      isWritten: started.length === 0 && (isWritten || cause === 'copyLink: the address is in the clipboard'),
      shown: isIn('open.on.settled.copied') ? Math.min(3000, shown + waited) : 0,
    }),
    holds: ({ isIn }, { shown, isWritten }) => !isIn('open.on.settled.copied') || (isWritten && shown < 3000),
  }),
  dismissedWithDialog<ShareLinkContext>(),
];
