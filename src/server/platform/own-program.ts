/** Null: from sources. */
const compiled = import.meta.url.endsWith('.ts') ? null : import.meta.url;

/** A program that the server starts: compiled ones are beside the compiled server. @param starter whose source is beside its source */
export const ownProgram = (name: string, starter: string): URL =>
  compiled === null ? new URL(`./${name}.ts`, starter) : new URL(`./${name}.js`, compiled);
