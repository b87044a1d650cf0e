export type Effect =
  | { kind: 'action'; name: string; params?: unknown }
  | { kind: 'start'; name: string; input?: unknown }
  | { kind: 'stop'; name: string }
  | { kind: 'send'; name: string; event: unknown }
  | { kind: 'emit'; name: string; event: unknown }
  | { kind: 'log'; name: string; value: unknown };

export function optional<Key extends string>(key: Key, value: unknown): { [K in Key]?: unknown } {
  // biome-ignore lint/plugin: a computed key has no type of its own.
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: unknown });
}
