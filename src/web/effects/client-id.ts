/** `GA1.1.<number>.<time>` without its first two parts. */
export function clientIdOf(cookies: string): string | null {
  return /(?:^|;\s*)_ga=GA\d+\.\d+\.(\d+\.\d+)(?:;|$)/.exec(cookies)?.[1] ?? null;
}
