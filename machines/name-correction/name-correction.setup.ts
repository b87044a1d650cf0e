import { assign, setup } from 'xstate';
import type { Correction, CorrectionPreview } from '#contract/corrections.ts';
import type { NameKind } from '#contract/names.ts';
import { type Failure, failureOf, hasCode } from '../kit/failure.ts';
import { notProvidedAction, notProvidedActor } from '../kit/not-provided.ts';
import type { Tag } from '../kit/tags.ts';

export interface Wanted {
  readonly campaignId: string | null;
  readonly wrong: string;
  readonly right: string;
}

export interface NameCorrectionContext extends Wanted {
  readonly preview: CorrectionPreview | null;
  readonly chosen: readonly string[];
  readonly remember: boolean;
  /** Null until the user has said what the name is, if nothing tells. */
  readonly kind: NameKind | null;
  readonly isOutdated: boolean;
  readonly made: Correction | null;
  readonly failure: Failure | null;
}

type NameCorrectionEvent =
  | { type: 'correction.opened'; campaignId: string; wrong: string; right?: string }
  | { type: 'correction.closed' }
  | { type: 'search.requested'; wrong: string; right: string }
  /** Unticks them if all are ticked. */
  | { type: 'hits.toggled'; ids: readonly string[] }
  | { type: 'remember.toggled' }
  | { type: 'kind.chosen'; kind: NameKind }
  | { type: 'correction.requested' }
  | { type: 'words.requested' }
  | { type: 'undo.requested' }
  | { type: 'another.requested' }
  | { type: 'user.left' };

interface CorrectionInput extends Wanted {
  readonly chosen: readonly string[];
  readonly remember: boolean;
  /** Null until the user has said what the name is, if nothing tells. */
  readonly kind: NameKind | null;
}

export const nothingCorrected: NameCorrectionContext = {
  campaignId: null,
  wrong: '',
  right: '',
  preview: null,
  chosen: [],
  remember: true,
  kind: null,
  isOutdated: false,
  made: null,
  failure: null,
};

const areTwoNames = (wrong: string, right: string) =>
  wrong.trim() !== '' && right.trim() !== '' && wrong.trim() !== right.trim();

function toggled(chosen: readonly string[], ids: readonly string[]): readonly string[] {
  const isEvery = ids.every((id) => chosen.includes(id));
  return isEvery
    ? chosen.filter((id) => !ids.includes(id))
    : [...chosen, ...ids.filter((id) => !chosen.includes(id))];
}

export const nameCorrectionSetup = setup({
  types: {} as { context: NameCorrectionContext; events: NameCorrectionEvent; tags: Tag },
  actors: {
    findHits: notProvidedActor<CorrectionPreview, Wanted>('findHits'),
    correctHits: notProvidedActor<Correction, CorrectionInput>('correctHits'),
    undoCorrection: notProvidedActor<Correction, Pick<NameCorrectionContext, 'campaignId' | 'made'>>(
      'undoCorrection',
    ),
  },
  actions: {
    leaveModal: notProvidedAction('leaveModal'),
    refreshTexts: notProvidedAction('refreshTexts'),
    keepPlace: assign((_, { campaignId, wrong, right }: Wanted) => ({
      ...nothingCorrected,
      campaignId,
      wrong,
      right,
    })),
    keepNames: assign((_, { wrong, right }: { wrong: string; right: string }) => ({
      wrong: wrong.trim(),
      right: right.trim(),
    })),
    keepPreview: assign((_, { preview }: { preview: CorrectionPreview }) => ({
      preview,
      chosen: preview.hits.filter(({ certainty }) => certainty === 'exact').map(({ id }) => id),
      kind: preview.knownKind ?? preview.likelyKind,
    })),
    forgetPreview: assign({ preview: null, chosen: [] }),
    toggleHits: assign({
      chosen: ({ context }, { ids }: { ids: readonly string[] }) => toggled(context.chosen, ids),
    }),
    toggleRemember: assign({ remember: ({ context }) => !context.remember }),
    keepKind: assign({ kind: (_, { kind }: { kind: NameKind }) => kind }),
    keepMade: assign({ made: (_, { made }: { made: Correction }) => made }),
    startAnew: assign(({ context }) => ({ ...nothingCorrected, campaignId: context.campaignId })),
    markOutdated: assign({ isOutdated: true }),
    forgetOutdated: assign({ isOutdated: false }),
    forgetAll: assign(nothingCorrected),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    areNames: (_, { wrong, right }: { wrong: string; right: string }) => areTwoNames(wrong, right),
    foundNone: (_, { preview }: { preview: CorrectionPreview }) => preview.hits.length === 0,
    isOutdated: ({ context }) => context.isOutdated,
    isNewName: ({ context: { remember, preview } }) => remember && preview?.knownKind === null,
    hasChosen: ({ context }) => context.chosen.length > 0,
    areKnown: ({ context }, { ids }: { ids: readonly string[] }) =>
      ids.length > 0 && ids.every((id) => context.preview?.hits.some((hit) => hit.id === id)),
    cameTooLate: (_, { error }: { error: unknown }) => hasCode(error, 'correctionOutdated'),
  },
});
