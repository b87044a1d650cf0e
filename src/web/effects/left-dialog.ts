import { present } from '#contract/unknown-values.ts';
import { failureOf } from '#machines/kit/failure.ts';

export interface LeftDialog {
  notices: { show: (text: string) => void };
  userId: () => string | null;
}

/**
 * Changes that the server goes on with although the user has closed their dialog: at its end, `refresh` reads again what it changed,
 * and a notice tells a failure, both only if the same user is still signed in.
 */
export function followLeft({ notices, userId, refresh }: LeftDialog & { refresh: () => void }) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** For a dialog that is opened again: what it read before would be outdated. */
    ended: () => last,
    /** @param signal aborted as the dialog is closed; `made` must not be cut by it */
    async toItsEnd<Output>(made: Promise<Output>, signal: AbortSignal): Promise<Output> {
      const user = userId();
      const isLeft = () => signal.aborted && userId() === user;
      last = made.catch(() => {});
      try {
        return await made;
      } catch (error) {
        if (isLeft()) notices.show(failureOf(error).message);
        throw error;
      } finally {
        if (isLeft()) refresh();
      }
    },
  };
}

/** The last request of a flow whose machine goes on with it behind its closed dialog. */
export function holdRequest<Output>({
  notices,
  refresh,
}: Pick<LeftDialog, 'notices'> & { refresh: () => void }) {
  let last: Promise<Output> | null = null;
  const announce = (error: unknown) => notices.show(failureOf(error).message);
  return {
    /** Not to be cut as its actor stops. */
    hold(made: Promise<Output>): Promise<Output> {
      last = made;
      return made;
    },
    /** @throws Error if nothing was sent */
    held: () => present(last, 'request'),
    announceFailure: (_: unknown, { error }: { error: unknown }) => announce(error),
    /** Once the flow has turned to another session. */
    announceEnd: () => void last?.catch(announce).finally(refresh),
  };
}
