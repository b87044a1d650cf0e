/** Names that `src/web/public/incoming-recordings.js` uses, too, which imports nothing. */
export const incoming = {
  path: '/incoming-recordings',
  script: '/incoming-recordings.js',
  field: 'recordings',
  cache: 'hearthscribe.incoming-recordings',
  nameHeader: 'x-file-name',
  changedHeader: 'x-last-modified',
} as const;

/** Why a recording from another app is not here; in the address to which its sender was led. */
export type ArrivalProblem = 'missed' | 'full';

export function arrivalProblemOf(search: string): ArrivalProblem | null {
  const said = /[?&]incoming=(missed|full)(?:&|$)/.exec(search)?.[1];
  return said === 'missed' || said === 'full' ? said : null;
}
