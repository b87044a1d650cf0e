import { failureOf } from '#machines/kit/failure.ts';
import type { IdentityPort } from '#web/identity/port.ts';

/** Shows a notice if the sign-in failed. Never rejects. */
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
