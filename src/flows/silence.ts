const names = ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const;

/**
 * Machines are explored thousands of times: what they print is not what the tool says. @returns lets them print again
 */
export function silence(): () => void {
  // biome-ignore lint/suspicious/noConsole: the machines use it, and this does not.
  const real = names.map((name) => [name, console[name]] as const);
  for (const name of names) console[name] = () => {};
  return () => {
    for (const [name, method] of real) console[name] = method;
  };
}

/** For work that ends at once. */
export function silently<Result>(work: () => Result): Result {
  const speak = silence();
  try {
    return work();
  } finally {
    speak();
  }
}
