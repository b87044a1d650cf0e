import { present } from '#contract/unknown-values.ts';
import { failureOf } from '#machines/kit/failure.ts';

export interface LeftDialog {
  notices: { show: (text: string) => void };
  userId: () => string | null;
}

/** @property refresh reads again what the changes concern */
type Followed = LeftDialog & { refresh: () => void };

/** What becomes of a change behind its closed dialog is told, and read again, only while the same user is signed in. */
function tellSameUser({ notices, userId, refresh }: Followed) {
  const user = userId();
  const isSame = () => userId() === user;
  return {
    failure: (error: unknown) => void (isSame() && notices.show(failureOf(error).message)),
    end: () => void (isSame() && refresh()),
  };
}

/**
 * Changes that the server goes on with although the user has closed their dialog. `of` is what a change is about, such as a
 * session; without it, a dialog waits for all of the flow, because what one shows depends on the others.
 * @template Held what the request gives that the machine itself goes on with behind its closed dialog
 */
export function followLeft<Held = never>(effects: Followed) {
  const ends = new Map<string, Promise<void>>();
  let last: { made: Promise<Held>; tell: ReturnType<typeof tellSameUser> } | null = null;

  return {
    /** For a dialog that is opened again: what it read before would be outdated. */
    ended: async (of = '') => ends.get(of),
    /**
     * At its end, `refresh` reads again what it changed, and a notice tells a failure.
     * @param signal aborted as the dialog is closed; `made` must not be cut by it
     */
    async toItsEnd<Output>(made: Promise<Output>, signal: AbortSignal, of = ''): Promise<Output> {
      const tell = tellSameUser(effects);
      const end = Promise.allSettled([ends.get(of), made]).then(() => {
        if (ends.get(of) === end) ends.delete(of);
      });
      ends.set(of, end);
      try {
        return await made;
      } catch (error) {
        if (signal.aborted) tell.failure(error);
        throw error;
      } finally {
        if (signal.aborted) tell.end();
      }
    },
    /** Not to be cut as its actor stops: the machine follows it by `held`, and waits for it itself. */
    hold(made: Promise<Held>): Promise<Held> {
      last = { made, tell: tellSameUser(effects) };
      return made;
    },
    /** @throws Error if nothing was sent */
    held: () => present(last, 'request').made,
    announceFailure: (_: unknown, { error }: { error: unknown }) => last?.tell.failure(error),
    /** Once the flow has turned to another session. */
    announceEnd: () => void last?.made.catch(last.tell.failure).finally(last.tell.end),
  };
}
