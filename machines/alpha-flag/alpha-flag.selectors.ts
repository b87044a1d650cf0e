import type { SnapshotFrom } from 'xstate';
import { tag } from '../kit/tags.ts';
import type { alphaFlagMachine } from './alpha-flag.machine.ts';

export const selectAlphaFlag = (snapshot: SnapshotFrom<typeof alphaFlagMachine>) => snapshot.hasTag(tag.done);
