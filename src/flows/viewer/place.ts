/** What the address names: a flow, a state of it, and the view beside the chart. */
export interface Place {
  flow: string | null;
  /** Keys of the state joined by dots, without the machine's id; null for none. */
  state: string | null;
  /** What is looked for in the list of flows. */
  search?: string;
  /** A rule or the number of a requirement that is shown opened. */
  show?: string;
}

/** Reads the part of an address after `#`, such as `#/sign-in/choosing.email`. */
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

/** @returns the part of an address after and with `#` */
export function placeHash({ flow, state, search, show }: Place): string {
  const path = [flow, flow && state]
    .filter((part) => part !== null)
    .map((part) => encodeURIComponent(part))
    .join('/');
  const query = new URLSearchParams({ ...(search ? { search } : {}), ...(show ? { show } : {}) }).toString();
  return `#/${path}${query && `?${query}`}`;
}
