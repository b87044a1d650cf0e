import { useMemo } from 'react';
import type { Session } from '#contract/sessions.ts';
import type { ChosenFile } from '#machines/upload/upload.setup.ts';
import { useSession } from '#web/hooks/data-hooks.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { FileFactsOffer } from './file-facts-offer.tsx';
import { useFileFacts } from './use-file-facts.ts';

/** For a transcript that became the session's. */
export function TranscriptFacts({ session, file }: { session: Session; file: File }) {
  const facts = useFileFacts(file);
  return facts && <FileFactsOffer session={session} facts={facts} />;
}

/** For notes imported into a session. */
export function ImportedFileFacts({ sessionId, file }: { sessionId: string; file: ChosenFile }) {
  const { files } = useApp();
  const session = useSession(sessionId);
  const taken = useMemo(() => files.take(file), [files, file]);
  return session.data ? <TranscriptFacts session={session.data} file={taken} /> : null;
}
