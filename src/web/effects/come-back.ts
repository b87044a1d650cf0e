import { failureOf } from '#machines/kit/failure.ts';
import type { IdentityPort } from '#web/identity/port.ts';

/** Completes a sign-in for which this tab had left the page; one that did not work is told as a notice. Never rejects. */
export async function comeBack(
  identity: Pick<IdentityPort, 'finishRedirect'>,
  notices: { show: (text: string) => void },
): Promise<void> {
  try {
    await identity.finishRedirect();
  } catch (error) {
    notices.show(failureOf(error).message);
  }
}
