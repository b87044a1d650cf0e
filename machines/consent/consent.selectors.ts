import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { consentMachine } from './consent.machine.ts';

type ConsentSnapshot = SnapshotFrom<typeof consentMachine>;

type ConsentStatus = 'nothing' | 'optedOut' | 'asked' | 'granted' | 'refused';

export function selectConsent(snapshot: ConsentSnapshot): ConsentStatus {
  if (snapshot.hasTag(tag.waiting)) return 'asked';
  if (snapshot.hasTag(tag.idle)) return 'refused';
  if (!snapshot.hasTag(tag.done)) return 'nothing';
  return snapshot.status === 'active' ? 'granted' : 'optedOut';
}
