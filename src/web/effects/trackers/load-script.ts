/** What of Trusted Types is used here; TypeScript's DOM does not know them everywhere. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string | null },
  ): { createScriptURL(url: string): unknown };
}

export interface ScriptLoader {
  /** Adds a script to the page, once for each address. */
  load(address: string, attributes?: Readonly<Record<string, string>>): void;
}

/**
 * Adds scripts of the given addresses' hosts and of no others. A tracker's script loads more of its own by plain text,
 * which Trusted Types refuse without a policy named "default": ours lets through script addresses of these hosts, and
 * neither markup nor code. It is made when the first script is loaded, so a page without trackers has none.
 */
export function createScriptLoader(
  document: Document,
  hosts: readonly string[],
  trustedTypes: TrustedTypes | undefined = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes,
): ScriptLoader {
  const origins = hosts.map((address) => new URL(address).origin);
  const allow = (url: string) => (origins.includes(new URL(url, document.baseURI).origin) ? url : null);
  let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;
  const loaded = new Set<string>();
  return {
    load(address, attributes = {}) {
      if (loaded.has(address)) return;
      loaded.add(address);
      policy ??= trustedTypes?.createPolicy('default', { createScriptURL: allow });
      const script = document.createElement('script');
      script.async = true;
      for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
      script.src = (policy?.createScriptURL(address) ?? address) as string;
      document.head.append(script);
    },
  };
}
