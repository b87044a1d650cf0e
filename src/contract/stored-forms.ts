import { draftPrefix } from './stored.ts';
import { recordOf, textsOf } from './unknown-values.ts';

/**
 * What the user wrote in a form, by field, until it is saved or discarded; `from` is what the record said when it was begun.
 * @param place which form of which record
 */
export const storedDraft = (userId: string, place: string) => ({
  key: `${draftPrefix(userId)}${place}`,
  read: (stored: unknown) => {
    const { written, from } = recordOf(stored);
    return { written: textsOf(written), from: textsOf(from) };
  },
});
