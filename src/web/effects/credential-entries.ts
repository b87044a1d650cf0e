/** Passwords and codes that the user types. */
export type CredentialEntry =
  | { kind: 'code'; code: string }
  | { kind: 'proof'; password: string }
  | { kind: 'password'; currentPassword: string; newPassword: string };

/** Passes secrets to the one effect that needs them, outside the machine's events and context. */
export interface CredentialEntries {
  put(entry: CredentialEntry): void;
  /** Removes and returns the entry; null if there is none of this kind. */
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
