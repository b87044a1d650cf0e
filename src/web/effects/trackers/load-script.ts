/** `src` takes the returned object as text. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string | null },
  ): { createScriptURL(url: string): string };
}

export type ScriptLoader = ReturnType<typeof createScriptLoader>;

/**
 * Tracker scripts load others as plain text, so Trusted Types need a policy named "default": ours allows
 * script addresses on the given hosts, and neither markup nor code.
 */
export function createScriptLoader(
  document: Document,
  hosts: readonly string[],
  // biome-ignore lint/plugin: the types of the DOM do not know Trusted Types.
  trustedTypes: TrustedTypes | undefined = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes,
) {
  const origins = hosts.map((address) => new URL(address).origin);
  const allow = (url: string) => (origins.includes(new URL(url, document.baseURI).origin) ? url : null);
  let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;
  const loaded = new Set<string>();
  return {
    load(address: string, attributes: Readonly<Record<string, string>> = {}): void {
      if (loaded.has(address)) return;
      loaded.add(address);
      policy ??= trustedTypes?.createPolicy('default', { createScriptURL: allow });
      const script = document.createElement('script');
      script.async = true;
      for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
      script.src = policy?.createScriptURL(address) ?? address;
      document.head.append(script);
    },
  };
}
