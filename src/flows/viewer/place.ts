/** The flow, state and view in the address. */
export interface Place {
  flow: string | null;
  /** Keys of the state joined by dots, without the machine's id, or null. */
  state: string | null;
  /** The search in the list of flows. */
  search?: string;
  /** The opened rule or requirement. */
  show?: string;
}

/** Parses the hash, such as `#/sign-in/choosing.email`. */
export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  const [flow = '', state = ''] = path.split('/').map(decode);
  const asked = new URLSearchParams(query);
  const search = asked.get('search');
  const show = asked.get('show');
  return {
    flow: flow || null,
    state: state || null,
    ...(search ? { search } : {}),
    ...(show ? { show } : {}),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns the hash, including `#` */
export function placeHash({ flow, state, search, show }: Place): string {
  const path = [flow, flow && state]
    .filter((part) => part !== null)
    .map((part) => encodeURIComponent(part))
    .join('/');
  const query = new URLSearchParams({ ...(search ? { search } : {}), ...(show ? { show } : {}) }).toString();
  return `#/${path}${query && `?${query}`}`;
}
