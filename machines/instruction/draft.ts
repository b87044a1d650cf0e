import type { InstructionContext } from './instruction.setup.ts';

/** What is in the field: what was typed, else what was given before. */
export const draftOf = ({ place, drafts, text }: InstructionContext): string =>
  drafts[place?.sessionId ?? ''] ?? text;
