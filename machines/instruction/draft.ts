interface Drafted {
  readonly place: { readonly sessionId: string } | null;
  readonly drafts: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What is in the field: what was typed, else what was given before. */
export const draftOf = ({ place, drafts, text }: Drafted): string => drafts[place?.sessionId ?? ''] ?? text;
