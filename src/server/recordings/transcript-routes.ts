import { IntakeAnswers } from '#contract/intake-account.ts';
import { changeLines, undoLineChange } from '#contract/transcript-edits.ts';
import { importTranscript, listSegments, readTranscript } from '#contract/transcripts.ts';
import { changeVoices } from '#contract/voice-changes.ts';
import { changeVoiceMemory } from '#contract/voice-memory.ts';
import { MOST_TRANSCRIPT_BYTES } from '#server/engines/transcripts/import.ts';
import type { Mount } from '#server/http/mount.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Shared } from '#server/platform/shared.ts';
import type { TranscriptEdits } from './transcript-edits.ts';
import type { Transcripts } from './transcripts.ts';
import { changeTheVoices } from './voice-changes.ts';
import { changeTheMemory } from './voice-prints.ts';

const MOST_NAME_CHARACTERS = 255;

export function transcriptRoutes(
  mount: Mount,
  deps: Pick<Shared, 'database' | 'clock'> & {
    transcripts: Transcripts;
    edits: TranscriptEdits;
    remembersVoices: boolean;
  },
): void {
  const { database, transcripts, edits, clock } = deps;
  mount(
    importTranscript,
    ({ user, params, body, request }) =>
      transcripts.import(user.userId, params.sessionId, body, {
        name: fileNameOf(request),
        answers: answersOf(request),
        asks: request.headers.get('x-intake-questions') === 'ask',
      }),
    { maxBodyBytes: MOST_TRANSCRIPT_BYTES, tooLarge: 'transcriptTooLarge' },
  );
  mount(readTranscript, ({ user, params }) => transcripts.read(user.userId, params.transcriptId));
  mount(listSegments, ({ user, params, query }) =>
    transcripts.segments(user.userId, params.transcriptId, query),
  );
  mount(changeLines, ({ user, params, body }) => edits.change(user.userId, params.transcriptId, body));
  mount(undoLineChange, ({ user, params }) => edits.undo(user.userId, params.transcriptId, params.editId));
  mount(changeVoices, ({ user, params, body }) =>
    database.transaction((tx) => changeTheVoices(tx, user.userId, params.transcriptId, body.change)),
  );
  mount(changeVoiceMemory, async ({ user, params, body: { change } }) => {
    // Forgetting is always possible.
    if (change.kind === 'agree' && !deps.remembersVoices) throw new Refusal('voicesNotRemembered');
    await database.transaction((tx) => changeTheMemory(tx, user.userId, params.campaignId, change, clock));
  });
}

function fileNameOf(request: Request): string | null {
  try {
    return decodeURIComponent(request.headers.get('x-file-name') ?? '').slice(-MOST_NAME_CHARACTERS) || null;
  } catch {
    return null;
  }
}

function answersOf(request: Request): IntakeAnswers {
  try {
    const given = decodeURIComponent(request.headers.get('x-intake-answers') ?? '');
    return IntakeAnswers.safeParse(JSON.parse(given || '{}')).data ?? {};
  } catch {
    return {};
  }
}
