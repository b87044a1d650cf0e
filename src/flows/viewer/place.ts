/** What the address names: a flow, a state of it, and the view beside the chart. */
export interface Place {
  flow: string | null;
  /** Keys of the state joined by dots, without the machine's id; null for none. */
  state: string | null;
}

/** Reads the part of an address after `#`, such as `#/sign-in/choosing.email`. */
export function readPlace(hash: string): Place {
  const [flow = '', state = ''] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode);
  return { flow: flow || null, state: state || null };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns the part of an address after and with `#` */
export function placeHash({ flow, state }: Place): string {
  return `#/${[flow, flow && state]
    .filter((part) => part !== null)
    .map((part) => encodeURIComponent(part))
    .join('/')}`;
}
