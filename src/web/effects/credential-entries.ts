/** What a person has typed to prove who they are, or to change how they sign in. */
export type CredentialEntry =
  | { kind: 'code'; code: string }
  | { kind: 'proof'; password: string }
  | { kind: 'password'; currentPassword: string; newPassword: string };

/** Hands what was typed to the one effect that needs it, beside the chart: nothing secret in its events or its context. */
export interface CredentialEntries {
  put(entry: CredentialEntry): void;
  /** Whoever takes it has it alone; null where nothing of this kind was put. */
  take<Kind extends CredentialEntry['kind']>(kind: Kind): Extract<CredentialEntry, { kind: Kind }> | null;
}

export function createCredentialEntries(): CredentialEntries {
  let kept: CredentialEntry | null = null;
  return {
    put(entry) {
      kept = entry;
    },
    take(kind) {
      const entry = kept;
      kept = null;
      return entry?.kind === kind ? (entry as Extract<CredentialEntry, { kind: typeof kind }>) : null;
    },
  };
}
