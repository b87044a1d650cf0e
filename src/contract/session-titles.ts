/** The server's names for new sessions, and an engine's without a better one. */
export const isDefaultTitle = (title: string): boolean =>
  /^(?:Session(?: \d+)?|Untitled session)$/u.test(title);
