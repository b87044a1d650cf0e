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
 * Changes that the server goes on with although the user has closed their dialog: at its end, `refresh` reads again what it changed,
 * and a notice tells a failure.
 */
export function followLeft(effects: Followed) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** For a dialog that is opened again: what it read before would be outdated. */
    ended: () => last,
    /** @param signal aborted as the dialog is closed; `made` must not be cut by it */
    async toItsEnd<Output>(made: Promise<Output>, signal: AbortSignal): Promise<Output> {
      const tell = tellSameUser(effects);
      last = made.catch(() => {});
      try {
        return await made;
      } catch (error) {
        if (signal.aborted) tell.failure(error);
        throw error;
      } finally {
        if (signal.aborted) tell.end();
      }
    },
  };
}

/** The last request of a flow whose machine goes on with it behind its closed dialog. */
export function holdRequest<Output>(effects: Followed) {
  let last: { made: Promise<Output>; tell: ReturnType<typeof tellSameUser> } | null = null;
  return {
    /** Not to be cut as its actor stops. */
    hold(made: Promise<Output>): Promise<Output> {
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
