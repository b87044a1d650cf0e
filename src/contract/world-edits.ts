import type { EntryEdit, WorldChange } from './world.ts';

const unedited: EntryEdit = {
  name: null,
  kind: null,
  kindWas: null,
  note: '',
  mergedInto: null,
  hidden: false,
  notSameAs: [],
};

/** A change of some of what a person may edit; the rest stays. */
export const edited = (
  { key, revision, edit }: Pick<WorldChange, 'key' | 'revision' | 'edit'>,
  changes: Partial<EntryEdit>,
): WorldChange => ({ key, revision, edit: { ...unedited, ...edit, ...changes } });
