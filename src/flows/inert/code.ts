export type Code = (...given: unknown[]) => unknown;

export function codeOf(value: unknown): Code {
  if (typeof value !== 'function') throw new Error(`${String(value)} is not a function.`);
  // biome-ignore lint/plugin: TypeScript does not call a function whose parameters it does not know.
  return value as Code;
}

export function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${String(value)} is not a list.`);
  return value;
}
