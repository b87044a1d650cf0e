import { checkLimits } from '#contract/check-questions.ts';
import { correctionLimits } from '#contract/corrections.ts';
import { nameLimits } from '#contract/names.ts';
import { olderNotesMost } from '#contract/older-notes.ts';
import { mostPostMessages } from '#contract/posting.ts';
import { proposalLimits } from '#contract/proposals.ts';
import { searchLimits } from '#contract/search.ts';
import { castLimits, mostTalkEvenings } from '#contract/speakers.ts';
import { textLimits } from '#contract/text-limits.ts';
import { timelineLimits } from '#contract/timeline.ts';
import { worldLimits } from '#contract/world.ts';
import { grouped } from '#server/engines/transcripts/limits.ts';

const cursor = 'read page by page';
const latest = (most: number) => `the latest ${grouped(most)}`;
const ofSessions = `some lines for each session; ${grouped(textLimits.campaignSessions.most)} in a campaign`;
const ofNotes = `${textLimits.noteSections.most} sections, ${grouped(textLimits.noteCharacters.most)} characters`;

/** What bounds each call that answers with a list, by its address; a test compares them with the contract. */
export const lists: Readonly<Record<string, string>> = {
  '/account/credits': `${cursor}; ${latest(textLimits.listedCredits.most)} changes`,
  '/agreements': 'those of the operator',
  '/analyses/{analysisId}': 'what one analysis wrote, of one transcript',
  '/campaigns': cursor,
  '/campaigns/{campaignId}': '20 styles of recaps',
  '/campaigns/{campaignId}/cast': `${castLimits.people} people of ${castLimits.characters} characters`,
  '/campaigns/{campaignId}/corrections': latest(correctionLimits.listed),
  '/campaigns/{campaignId}/names': `${cursor}; ${grouped(nameLimits.names)} in a campaign`,
  '/campaigns/{campaignId}/older-notes/plan': `${olderNotesMost} sessions`,
  '/campaigns/{campaignId}/prep': ofSessions,
  '/campaigns/{campaignId}/proposal-counts': ofSessions,
  '/campaigns/{campaignId}/proposals': `${proposalLimits.listed}; ${proposalLimits.open} may be open`,
  '/campaigns/{campaignId}/question-counts': ofSessions,
  '/campaigns/{campaignId}/questions': `${checkLimits.open} open, ${checkLimits.answered} answered`,
  '/campaigns/{campaignId}/sessions': `${cursor}; ${grouped(textLimits.campaignSessions.most)} in a campaign`,
  '/campaigns/{campaignId}/story': ofSessions,
  '/campaigns/{campaignId}/talk-share': latest(mostTalkEvenings),
  '/campaigns/{campaignId}/threads': grouped(worldLimits.threads),
  '/campaigns/{campaignId}/timeline': `${timelineLimits.scenes} scenes for each session; ${grouped(textLimits.campaignSessions.most)} in a campaign`,
  '/campaigns/{campaignId}/world': grouped(worldLimits.entries),
  '/campaigns/{campaignId}/world/{key}': `${worldLimits.mentions} mentions`,
  '/links': `the ${grouped(textLimits.listedLinks.most)} shared last`,
  '/notes-engines': '3',
  '/operator/feedback': 'as many as the operator asks for',
  '/search': `${searchLimits.hits} hits`,
  '/search/suggestions': '8',
  '/sessions/{sessionId}/analyses': latest(textLimits.listedAnalyses.most),
  '/sessions/{sessionId}/export/discord': ofNotes,
  '/sessions/{sessionId}/notes': ofNotes,
  '/sessions/{sessionId}/notes/versions': 'the latest 100',
  '/sessions/{sessionId}/posts': `the latest 20, of ${mostPostMessages} messages each`,
  '/sessions/{sessionId}/proposals': `${proposalLimits.listed}; ${proposalLimits.open} may be open`,
  '/sessions/{sessionId}/recaps': ofNotes,
  '/sessions/{sessionId}/shared-notes': ofNotes,
  '/sessions/{sessionId}/uploads': latest(textLimits.listedUploads.most),
  '/sessions/{sessionId}/voices': 'the speakers of a transcript, and those erased',
  '/transcripts/{transcriptId}': 'the speakers and warnings of a transcript',
  '/transcripts/{transcriptId}/segments': cursor,
};
