import { assign, setup } from 'xstate';
import type { BodyInputOf } from '#contract/call.ts';
import type { createCampaign } from '#contract/campaigns.ts';
import { present } from '#contract/unknown-values.ts';
import { type Failure, failureOf, keepFailure } from '../kit/failure.ts';
import { notProvidedActor } from '../kit/not-provided.ts';
import { type Tag, tag } from '../kit/tags.ts';

export type Creation =
  | { readonly what: 'campaign'; readonly fields: BodyInputOf<typeof createCampaign> }
  | { readonly what: 'session' | 'sample' };

export interface CreationContext {
  readonly creation: Creation | null;
  /** Whether the form of a new campaign is open as a dialog. */
  readonly isFormOpen: boolean;
  readonly failure: Failure | null;
}

type CreationEvent =
  | { type: 'form.opened' }
  | { type: 'form.closed' }
  | { type: 'creation.requested'; creation: Creation };

const requested = {
  target: 'creating',
  actions: {
    type: 'keepCreation',
    params: ({ event }: { event: Extract<CreationEvent, { type: 'creation.requested' }> }) => event,
  },
} as const;

export const creationMachine = setup({
  types: {} as { context: CreationContext; events: CreationEvent; tags: Tag },
  actors: {
    create: notProvidedActor<void, Creation>('create'),
  },
  actions: {
    keepCreation: assign({ creation: (_, params: { creation: Creation }) => params.creation }),
    openForm: assign({ isFormOpen: true }),
    closeForm: assign({ isFormOpen: false }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
  },
  guards: {
    isCampaign: ({ event }) => event.type === 'creation.requested' && event.creation.what === 'campaign',
    isFormOpen: ({ context }) => context.isFormOpen,
  },
}).createMachine({
  id: 'creation',
  context: { creation: null, isFormOpen: false, failure: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is being created. A first campaign has its form on the page.',
      tags: tag.idle,
      entry: 'closeForm',
      on: { 'form.opened': 'describing', 'creation.requested': requested },
    },
    describing: {
      description: 'The dialog for a new campaign is open. Only the title is required.',
      tags: tag.waiting,
      initial: 'writing',
      entry: 'openForm',
      exit: 'forgetFailure',
      on: { 'form.closed': 'idle', 'creation.requested': { ...requested, guard: 'isCampaign' } },
      states: {
        writing: { description: 'Nothing was sent yet.' },
        failed: {
          description: 'The campaign was not created; the form says why and keeps what was written.',
          tags: tag.failed,
        },
      },
    },
    creating: {
      description: 'The server creates it, once: pressing again changes nothing.',
      tags: tag.busy,
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ context }) => present(context.creation, 'creation'),
        onDone: 'created',
        onError: [
          { guard: 'isFormOpen', target: 'describing.failed', actions: keepFailure },
          { target: 'failed', actions: keepFailure },
        ],
      },
    },
    created: {
      description: 'It exists, and its page is open.',
      tags: tag.done,
      entry: 'closeForm',
      on: { 'form.opened': 'describing', 'creation.requested': requested },
    },
    failed: {
      description: 'It was not created. The page says why.',
      tags: tag.failed,
      exit: 'forgetFailure',
      on: { 'form.opened': 'describing', 'creation.requested': requested },
    },
  },
});
