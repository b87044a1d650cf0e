import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { Creation, creationMachine } from './creation.machine.ts';

type CreationSnapshot = SnapshotFrom<typeof creationMachine>;

/** What is being created; null: nothing. */
export const selectCreating = (snapshot: CreationSnapshot): Creation['what'] | null =>
  snapshot.hasTag(tag.busy) ? (snapshot.context.creation?.what ?? null) : null;

export const selectCreationFailure = (
  { context }: CreationSnapshot,
  what: Creation['what'],
): string | null => (context.creation?.what === what ? (context.failure?.message ?? null) : null);
