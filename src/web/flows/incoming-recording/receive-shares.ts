import { incoming } from '#contract/incoming-recordings.ts';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** Installs the service worker that keeps what other apps share. Browsers without one, or that forbid it, go without. */
export function receiveShares(
  serviceWorker: ServiceWorkerContainer | undefined,
  // biome-ignore lint/plugin: the types of the DOM do not know Trusted Types.
  trustedTypes: TrustedTypes | undefined = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes,
): void {
  if (serviceWorker === undefined) return;
  const policy = trustedTypes?.createPolicy('incoming-recordings', {
    createScriptURL: () => incoming.script,
  });
  serviceWorker
    .register(policy?.createScriptURL(incoming.script) ?? incoming.script, { scope: incoming.path })
    .catch(() => {});
}
