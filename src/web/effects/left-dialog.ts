import { failureOf } from '#machines/kit/failure.ts';

export interface LeftDialog {
  notices: { show: (text: string) => void };
}

/**
 * A change that the server goes on with although the user has closed its dialog: at its end, `refresh` reads again what it changed,
 * and a notice tells a failure. @param signal aborted as the dialog is closed; `made` must not be cut by it
 */
export async function toItsEnd<Output>(
  made: Promise<Output>,
  signal: AbortSignal,
  { notices, refresh }: LeftDialog & { refresh: () => void },
): Promise<Output> {
  try {
    return await made;
  } catch (error) {
    if (signal.aborted) notices.show(failureOf(error).message);
    throw error;
  } finally {
    if (signal.aborted) refresh();
  }
}
