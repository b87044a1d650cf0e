import { and, eq } from 'drizzle-orm';
import type { AnalysisResult, Line } from '#contract/analysis-result.ts';
import { chapterTitle, firstWords, quotation } from '#contract/evening-text.ts';
import { lineAddress, timeOf } from '#contract/said-times.ts';
import type { TranscriptDocument } from '#contract/transcript.ts';
import { withoutMarkup } from '#contract/without-markup.ts';
import { preferences, users } from '#server/accounts/tables.ts';
import { sendQuoting } from '#server/campaigns/kept-mail.ts';
import { hasRecap } from '#server/campaigns/recaps.ts';
import { campaigns, notes, sessions } from '#server/campaigns/tables.ts';
import type { Orm } from '#server/platform/database/database.ts';
import type { Letter } from '#server/platform/mail/letter.ts';
import type { Shared } from '#server/platform/shared.ts';
import { transcripts } from '#server/recordings/tables.ts';
import { analysisView, selectAnalysis } from './analysis-rows.ts';
import { notCharged } from './shown-error.ts';
import { analyses, olderNotes } from './tables.ts';

const letterJob = 'analysis-letter';
const olderNotesLetterJob = 'older-notes-letter';

const TURN_OFF = 'You asked for these emails. You can turn them off in your account settings.';

const MOST_WORDS = 60;
/** In languages without spaces, a passage is one word. */
const MOST_CHARACTERS = 400;
const MOST_SENTENCES = 3;
const MOST_CHAPTERS = 8;

type Timed = Pick<TranscriptDocument, 'timing'>;

function beginningOf(text: string): string {
  const words = firstWords(withoutMarkup(text), MOST_WORDS);
  const characters = [...words];
  return characters.length <= MOST_CHARACTERS ? words : `${characters.slice(0, MOST_CHARACTERS).join('')} …`;
}

/**
 * What the page begins with, each with its time: what a model or the page has in short, else the passage most worth
 * reading; then the chapters that have a title.
 */
function firstLines(
  { lines, evening, timing }: AnalysisResult & Timed,
  address: string | null,
): NonNullable<Letter['lists']> {
  const said = ({ text, evidence }: Line) => ({
    words: beginningOf(text),
    time: timeOf(evidence.startMs, timing),
    href: address === null ? null : lineAddress(address, evidence.segmentIds[0] ?? ''),
  });
  const passages = evening?.passages.filter(({ hidden, shown }) => shown === 'page' && !hidden) ?? [];
  const [best] = passages.sort((one, other) => one.rank - other.rank);
  const short = lines.shortSummary.slice(0, MOST_SENTENCES);
  const chapters = (evening?.chapters ?? []).flatMap(({ ownTitle, title, startMs, evidence }, at) =>
    ownTitle === null && title === null
      ? []
      : { text: chapterTitle({ ownTitle, title }, at), evidence: { ...evidence, startMs } },
  );
  const more = chapters.length - MOST_CHAPTERS;
  return [
    { title: 'In short', lines: short },
    { title: 'From the evening', lines: short.length > 0 || best === undefined ? [] : [quotation(best)] },
    {
      title: 'Chapters',
      lines: chapters.slice(0, MOST_CHAPTERS),
      ...(more > 0 ? { more: `and ${more} more` } : {}),
    },
  ]
    .filter((list) => list.lines.length > 0)
    .map((list) => ({ ...list, lines: list.lines.map(said) }));
}

interface LetterJobData {
  analysisId: string;
  recapOf?: string | null;
}

/** Defines a job: call it before the queue starts. */
export function createEndingLetters(
  deps: Pick<Shared, 'database' | 'queue' | 'mail' | 'log'> & { publicUrl: string | null },
) {
  const { database, queue, mail, publicUrl, log } = deps;

  async function read(orm: Orm, analysisId: string) {
    const [found] = await orm
      .select({
        to: users.email,
        status: analyses.status,
        writer: analyses.writer,
        copiedToNotesAt: analyses.copiedToNotesAt,
        sessionId: sessions.id,
        sessionTitle: sessions.title,
        campaignId: campaigns.id,
        campaignTitle: campaigns.title,
      })
      .from(analyses)
      .innerJoin(sessions, eq(sessions.id, analyses.sessionId))
      .innerJoin(campaigns, eq(campaigns.id, sessions.campaignId))
      .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.emailVerified, true)))
      .innerJoin(preferences, and(eq(preferences.userId, users.id), eq(preferences.mailWhenNotesReady, true)))
      .where(eq(analyses.id, analysisId));
    return found ?? null;
  }

  /** Null if the recap was removed since. */
  async function recappedTitle(orm: Orm, sessionId: string): Promise<string | null> {
    const [found] = await orm
      .select({ title: sessions.title })
      .from(sessions)
      .innerJoin(notes, eq(notes.sessionId, sessions.id))
      .where(and(eq(sessions.id, sessionId), hasRecap));
    return found?.title ?? null;
  }

  /** With the names of its voices, as the app shows it. Null: without a transcript. */
  async function shownResult(orm: Orm, analysisId: string): Promise<(AnalysisResult & Timed) | null> {
    const row = await selectAnalysis(orm, analysisId);
    if (row?.transcriptId == null) return null;
    const [transcript] = await orm
      .select({ timing: transcripts.timing })
      .from(transcripts)
      .where(eq(transcripts.id, row.transcriptId));
    const { result } = await analysisView(orm, row);
    return transcript === undefined || result === null ? null : { ...result, ...transcript };
  }

  async function letterAbout(orm: Orm, { analysisId, recapOf = null }: LetterJobData) {
    const about = await read(orm, analysisId);
    if (about === null) return null;
    const { to, status, copiedToNotesAt, sessionId, sessionTitle, campaignId, campaignTitle } = about;
    const isReady = status === 'completed';
    const recapped = recapOf === null ? null : await recappedTitle(orm, recapOf);
    const address = `${publicUrl ?? ''}/campaign?campaignId=${campaignId}&sessionId=${sessionId}`;
    const result = isReady ? await shownResult(orm, analysisId) : null;
    return {
      to,
      quotes: campaignId,
      subject: isReady
        ? `Your notes for “${sessionTitle}” are ready`
        : `The analysis of “${sessionTitle}” stopped`,
      before: [
        isReady
          ? `The analysis of “${sessionTitle}” (${campaignTitle}) is finished.`
          : `The analysis of “${sessionTitle}” (${campaignTitle}) stopped. ${notCharged(about.writer)} We kept the finished work; try again to continue from there.`,
        ...(recapped === null ? [] : [`“${recapped}” now has its recap, in your own words.`]),
      ],
      ...(publicUrl === null
        ? {}
        : {
            link: {
              words: isReady ? 'Read your notes' : 'Open the session',
              href: isReady && copiedToNotesAt === null ? `${address}#analysis` : address,
            },
          }),
      lists: result === null ? [] : firstLines(result, publicUrl === null ? null : address),
      after: [TURN_OFF],
    };
  }

  queue.work<LetterJobData>(letterJob, async ({ data }) => {
    if (await sendQuoting({ database, mail }, (orm) => letterAbout(orm, data)))
      log.info({ analysisId: data.analysisId }, 'email about an analysis sent');
  });

  async function readRun(orm: Orm, id: string) {
    const [found] = await orm
      .select({
        to: users.email,
        campaignId: campaigns.id,
        campaignTitle: campaigns.title,
        state: olderNotes.state,
        reason: olderNotes.reason,
        items: olderNotes.items,
      })
      .from(olderNotes)
      .innerJoin(campaigns, eq(campaigns.id, olderNotes.campaignId))
      .innerJoin(users, and(eq(users.id, olderNotes.userId), eq(users.emailVerified, true)))
      .innerJoin(preferences, and(eq(preferences.userId, users.id), eq(preferences.mailWhenNotesReady, true)))
      .where(eq(olderNotes.id, id));
    return found ?? null;
  }

  // No letter about a run that the user has put away: they have seen how it ended.
  async function letterAboutRun(orm: Orm, id: string) {
    const about = await readRun(orm, id);
    if (about === null) return null;
    const { to, campaignId, campaignTitle, state, reason, items } = about;
    const isStopped = state === 'stopped';
    const written = items.filter((item) => item.state === 'written').length;
    const left = items.length - written;
    const why =
      reason === 'insufficientCredits'
        ? 'Then your credits ran out.'
        : 'Then the language model could not be reached.';
    return {
      to,
      quotes: campaignId,
      subject: isStopped
        ? `Writing notes for “${campaignTitle}” stopped`
        : `Your notes for “${campaignTitle}” are ready`,
      before: [
        `The language model has written notes for ${written} of ${items.length} older ${items.length === 1 ? 'session' : 'sessions'} of “${campaignTitle}”.${isStopped ? ` ${why}` : ''}`,
        ...(left === 0 ? [] : ['You were not charged for the others. Their notes are unchanged.']),
      ],
      ...(publicUrl === null
        ? {}
        : {
            link: {
              words: 'Open the campaign',
              href: `${publicUrl}/campaign?campaignId=${campaignId}`,
            },
          }),
      after: [TURN_OFF],
    };
  }

  queue.work<{ id: string }>(olderNotesLetterJob, async ({ data: { id } }) => {
    if (await sendQuoting({ database, mail }, (orm) => letterAboutRun(orm, id)))
      log.info({ id }, 'email about older notes sent');
  });

  return {
    async olderNotesEnded(tx: Orm, { id }: { id: string; campaignId: string }): Promise<void> {
      if ((await readRun(tx, id)) !== null) await queue.send(tx, olderNotesLetterJob, { id });
    },

    async ended(tx: Orm, analysisId: string, recapOf: string | null): Promise<void> {
      if ((await read(tx, analysisId)) !== null) await queue.send(tx, letterJob, { analysisId, recapOf });
    },
  };
}
