type CredentialEntry =
  | { kind: 'code'; code: string }
  | { kind: 'proof'; password: string }
  | { kind: 'password'; currentPassword: string; newPassword: string };

export interface CredentialEntries {
  put(entry: CredentialEntry): void;
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
      // biome-ignore lint/plugin: TypeScript narrows no union by a type parameter.
      return entry?.kind === kind ? (entry as Extract<CredentialEntry, { kind: typeof kind }>) : null;
    },
  };
}
