import type { EntryEdit, ThreadEdit, WorldChange } from './world.ts';

const unedited: EntryEdit = {
  name: null,
  kind: null,
  kindWas: null,
  note: '',
  mergedInto: null,
  hidden: false,
  notSameAs: [],
};

type Edited<Edit> = Pick<WorldChange, 'key' | 'revision'> & { edit: Edit | null };

/** A change of some of what a person may edit; the rest stays. */
export const edited = (
  { key, revision, edit }: Edited<EntryEdit>,
  changes: Partial<EntryEdit>,
): WorldChange => ({ key, revision, edit: { ...unedited, ...edit, ...changes } });

/** The same of a thread. */
export const changedThread = (
  { key, revision, edit, state }: Edited<ThreadEdit> & Pick<ThreadEdit, 'state'>,
  changes: Partial<ThreadEdit>,
): WorldChange => ({
  key,
  revision,
  edit: { text: null, kept: null, isOwn: false, ...edit, state, ...changes },
});
