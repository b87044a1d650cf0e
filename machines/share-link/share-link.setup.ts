import { assign, setup } from 'xstate';
import { type CampaignPageChoice, canChoose } from '#contract/campaign-page-choice.ts';
import type { MarkedNotes, SharePreset } from '#contract/share-presets.ts';
import type { LinkAudience, OnCampaignPage, SharedKind, ShareLink, Show } from '#contract/sharing.ts';
import { seconds } from '../kit/durations.ts';
import { type Failure, failureOf } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface ShareTarget {
  readonly kind: SharedKind;
  readonly id: string;
  readonly title: string;
}

export interface ShareLinkContext {
  readonly target: ShareTarget | null;
  readonly audience: LinkAudience;
  readonly link: ShareLink | null;
  readonly wanted: Show | null;
  readonly passphrase: string;
  readonly choice: CampaignPageChoice | null;
  readonly preset: SharePreset | null;
  /** Sessions whose notes are still to be marked; null until they are known. */
  readonly rest: readonly string[] | null;
  /** What presets have changed since the dialog opened, for undoing it. */
  readonly marked: readonly MarkedNotes[];
  readonly failure: Failure | null;
}

type ShareLinkEvent =
  | { type: 'share.opened'; target: ShareTarget }
  | { type: 'share.closed' }
  /** Also reloads the current one. */
  | { type: 'audience.chosen'; audience: LinkAudience }
  | { type: 'retry' }
  | { type: 'sharing.requested' }
  | { type: 'sharing.confirmed' }
  | { type: 'sharing.declined' }
  | { type: 'show.changed'; show: Show }
  | { type: 'passphrase.changed'; passphrase: string }
  | { type: 'passphrase.saved' }
  | { type: 'passphrase.removed' }
  | { type: 'copy.requested' }
  | { type: 'renewal.requested' }
  | { type: 'revocation.requested' }
  | { type: 'campaign.chosen'; choice: CampaignPageChoice }
  | { type: 'preset.chosen'; preset: SharePreset }
  | { type: 'marks.undone' }
  | { type: 'user.left' };

export const nothingShared: ShareLinkContext = {
  target: null,
  audience: 'public',
  link: null,
  wanted: null,
  passphrase: '',
  choice: null,
  preset: null,
  rest: null,
  marked: [],
  failure: null,
};

const passphraseSize = { min: 4, max: 64 };

function isLongEnough(passphrase: string): boolean {
  const { length } = passphrase.trim();
  return length >= passphraseSize.min && length <= passphraseSize.max;
}

export interface LinkInput {
  readonly target: ShareTarget | null;
  readonly audience: LinkAudience;
  readonly link: ShareLink | null;
  readonly wanted: Show | null;
  readonly passphrase: string;
  readonly choice: CampaignPageChoice | null;
}

interface MarkInput {
  readonly target: ShareTarget | null;
  readonly audience: LinkAudience;
  readonly preset: SharePreset | null;
  readonly rest: readonly string[] | null;
  readonly marked: readonly MarkedNotes[];
}

export interface MarkStep {
  /** Everything that presets have changed so far. */
  readonly marked: readonly MarkedNotes[];
  readonly rest: readonly string[];
}

export const shareLinkSetup = setup({
  types: {} as { context: ShareLinkContext; events: ShareLinkEvent; tags: Tag },
  actors: {
    readLink: notProvidedActor<ShareLink, LinkInput>('readLink'),
    turnOnLink: notProvidedActor<ShareLink, LinkInput>('turnOnLink'),
    changeLink: notProvidedActor<ShareLink, LinkInput>('changeLink'),
    renewLink: notProvidedActor<ShareLink, LinkInput>('renewLink'),
    setPassphrase: notProvidedActor<ShareLink, LinkInput>('setPassphrase'),
    removePassphrase: notProvidedActor<ShareLink, LinkInput>('removePassphrase'),
    revokeLink: notProvidedActor<void, LinkInput>('revokeLink'),
    chooseCampaignPage: notProvidedActor<OnCampaignPage, LinkInput>('chooseCampaignPage'),
    copyLink: notProvidedActor<void, LinkInput>('copyLink'),
    markNotes: notProvidedActor<MarkStep, MarkInput>('markNotes'),
    undoMarks: notProvidedActor<void, MarkInput>('undoMarks'),
  },
  actions: {
    leaveModal: notProvidedAction('leaveModal'),
    /** A preset may have changed the notes that the page behind the dialog shows. */
    refreshNotes: notProvidedAction('refreshNotes'),
    keepTarget: assign((_, { target }: { target: ShareTarget }) => ({ ...nothingShared, target })),
    keepAudience: assign(({ context: { target } }, { audience }: { audience: LinkAudience }) => ({
      ...nothingShared,
      target,
      audience,
    })),
    keepLink: assign((_, { link }: { link: ShareLink }) => ({ link, wanted: null })),
    keepPassphrase: assign({ passphrase: (_, { passphrase }: { passphrase: string }) => passphrase }),
    forgetPassphrase: assign({ passphrase: '' }),
    keepWanted: assign({ wanted: (_, { show }: { show: Show }) => show }),
    forgetWanted: assign({ wanted: null }),
    keepCampaignPage: assign({
      link: ({ context: { link } }, { campaignPage }: { campaignPage: OnCampaignPage }) =>
        link && { ...link, campaignPage },
    }),
    keepChoice: assign({ choice: (_, { choice }: { choice: CampaignPageChoice }) => choice }),
    forgetChoice: assign({ choice: null }),
    keepPreset: assign({ preset: (_, { preset }: { preset: SharePreset }) => preset, rest: null }),
    forgetPreset: assign({ preset: null, rest: null }),
    keepMarks: assign((_, { step: { marked, rest } }: { step: MarkStep }) => ({ marked, rest })),
    forgetMarks: assign({ marked: [] }),
    forgetAddress: assign({
      link: ({ context }) =>
        context.link && { ...context.link, publicId: null, enabled: false, hasPassphrase: false },
    }),
    forgetAll: assign(nothingShared),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isLinkOn: (_, { link }: { link: ShareLink }) => link.enabled,
    isForPlayers: ({ context: { audience } }) => audience === 'players',
    isPassphraseSound: ({ context: { passphrase } }) => passphrase === '' || isLongEnough(passphrase),
    isPassphraseReady: ({ context: { passphrase } }) => isLongEnough(passphrase),
    canChoose: ({ context: { link } }, { choice }: { choice: CampaignPageChoice }) =>
      link !== null && canChoose(choice, link),
    hasMore: (_, { step }: { step: MarkStep }) => step.rest.length > 0,
    hasMarked: ({ context: { marked } }) => marked.length > 0,
    hasPassphrase: ({ context: { link } }) => link?.hasPassphrase === true,
  },
  delays: {
    copiedDisplay: seconds(3),
  },
});
