import type { Call } from '#contract/call.ts';
import { contractCalls } from './contract-calls.ts';

export interface AccessRow {
  name: string;
  call: Call;
  withoutToken: string;
  /** A signed-in user accessing another user's data; null: the call names no user's data. */
  otherUser: string | null;
}

const UNAUTHORIZED = '401 unauthorized';
const NOT_FOUND = '404 notFound';

const partsOfAll = new Set(['audience', 'revision', 'name']);

const withoutAccount: Readonly<Record<string, Pick<AccessRow, 'withoutToken' | 'otherUser'>>> = {
  login: { withoutToken: UNAUTHORIZED, otherUser: null },
  deleteUser: { withoutToken: UNAUTHORIZED, otherUser: NOT_FOUND },
  playPlayback: { withoutToken: NOT_FOUND, otherUser: NOT_FOUND },
  receiveStripeEvent: { withoutToken: '400 invalidRequest', otherUser: null },
  securityContact: { withoutToken: NOT_FOUND, otherUser: null },
  receiveRecording: { withoutToken: '303', otherUser: null },
  logout: { withoutToken: '204', otherUser: null },
};

function rowOf({ name, call }: (typeof contractCalls)[number]): AccessRow {
  if (call.auth === 'operator') return { name, call, withoutToken: NOT_FOUND, otherUser: null };
  if (call.auth !== undefined)
    return { name, call, ...(withoutAccount[name] ?? { withoutToken: '200', otherUser: null }) };
  const namesSomething = Object.keys(call.params?.shape ?? {}).some((part) => !partsOfAll.has(part));
  return { name, call, withoutToken: UNAUTHORIZED, otherUser: namesSomething ? NOT_FOUND : null };
}

export const accessTable: readonly AccessRow[] = contractCalls.map(rowOf);

export function accessPage(): string {
  const rows = accessTable.map(
    ({ name, call: { method, path }, withoutToken, otherUser }) =>
      `| ${name} | \`${method} ${path}\` | \`${withoutToken}\` | ${otherUser === null ? '–' : `\`${otherUser}\``} |`,
  );
  return `${[
    '# Who gets what from which call',
    'Generated from the contract ([access-table.ts](../src/setup/access/access-table.ts)) by `npm run generated`. Each row is\ntested by `tests/server/http/access.test.ts`: without a token, with a token that has expired, and by a signed-in user at the\nids of another one, who learns nothing and changes nothing. “–”: the call names nothing that belongs to a user. Calls without an\naccount ask for something else: a key in the address, a signature, or the operator’s key.',
    ['| Call | Address | No token, or an expired one | Another user |', '|---|---|---|---|', ...rows].join(
      '\n',
    ),
  ].join('\n\n')}\n`;
}
