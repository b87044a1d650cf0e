import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { accountPartMachine } from './account-part.machine.ts';

type AccountPartSnapshot = SnapshotFrom<typeof accountPartMachine>;

export type AccountPartStatus = 'absent' | 'loading' | 'failed' | 'present';

export function selectAccountPart(snapshot: AccountPartSnapshot): AccountPartStatus {
  if (snapshot.hasTag(tag.done)) return 'present';
  if (snapshot.hasTag(tag.busy)) return 'loading';
  return snapshot.hasTag(tag.failed) ? 'failed' : 'absent';
}

export const selectAccountPartFailure = (snapshot: AccountPartSnapshot) => snapshot.context.failure;
