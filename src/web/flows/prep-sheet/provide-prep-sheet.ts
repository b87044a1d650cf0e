import type { PrepPin } from '#contract/prep.ts';
import { implement } from '#machines/kit/implement.ts';
import { prepSheetMachine } from '#machines/prep-sheet/prep-sheet.machine.ts';

export interface PrepSheetEffects {
  /** When the page is opened. */
  isPinned: boolean;
  /** The user writes on the lines that they see. */
  begin: () => void;
  save: (own: string) => Promise<void>;
  pin: (pin: PrepPin) => Promise<void>;
  refresh: () => void;
}

export function providePrepSheet(effects: () => PrepSheetEffects): typeof prepSheetMachine {
  return implement(prepSheetMachine, ({ promise }) => ({
    ...promise('saveLines', ({ input }) => effects().save(input)),
    ...promise('changePin', ({ input }) => effects().pin(input)),
  })).provide({ actions: { refreshSheet: () => effects().refresh() } });
}
