import type { Session } from '#contract/sessions.ts';

/** What the form starts with; it is saved onto the revision that it was read from. */
export const fieldsOf = ({ title, playedAt, revision }: Session) => ({
  title,
  playedOn: playedAt?.slice(0, 10) ?? '',
  revision: `${revision}`,
});

/** Of the form, as text. */
export type Fields = Partial<Record<'title' | 'playedOn' | 'revision', string>>;

/** Of what goes with a session, as the places of forms name it. */
export const idsOf = ({ id, latestAnalysisId, transcriptId }: Session): string[] =>
  [id, latestAnalysisId, transcriptId].filter((each) => each !== null);
