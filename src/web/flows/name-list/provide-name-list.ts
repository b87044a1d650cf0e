import { implement } from '#machines/kit/implement.ts';
import { type AddedNames, type FoundNames, nameListMachine } from '#machines/name-list/name-list.machine.ts';

export interface NameListEffects {
  /** What the list starts with. */
  list: string;
  /** Of the files that were chosen last. */
  read: () => Promise<FoundNames>;
  add: (list: string) => Promise<AddedNames>;
}

export function provideNameList(effects: () => NameListEffects): typeof nameListMachine {
  return implement(nameListMachine, ({ promise }) => ({
    ...promise('readNames', () => effects().read()),
    ...promise('addNames', ({ input }) => effects().add(input.list)),
  }));
}
