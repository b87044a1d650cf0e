import { useMemo } from 'react';
import type { ChosenFile } from '#machines/upload/upload.setup.ts';
import { useSession } from '#web/hooks/data-hooks.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { FileFactsOffer } from './file-facts-offer.tsx';
import { useFileFacts } from './use-file-facts.ts';

/** For notes imported into a session. */
export function ImportedFileFacts({ sessionId, file }: { sessionId: string; file: ChosenFile }) {
  const { files } = useApp();
  const session = useSession(sessionId);
  const facts = useFileFacts(useMemo(() => files.take(file), [files, file]));
  return session.data && facts ? <FileFactsOffer session={session.data} facts={facts} /> : null;
}
