import { useEffect, useState } from 'react';
import type { ChosenFile } from '#machines/upload/upload.setup.ts';
import { useSession } from '#web/hooks/data-hooks.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { type FileFacts, factsOfFile } from './facts-of-file.ts';
import { FileFactsOffer } from './file-facts-offer.tsx';

/** For notes imported into a session. */
export function ImportedFileFacts({ sessionId, file }: { sessionId: string; file: ChosenFile }) {
  const { files } = useApp();
  const session = useSession(sessionId);
  const [facts, setFacts] = useState<FileFacts | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void factsOfFile(files.take(file)).then(
      (found) => isCurrent && setFacts(found),
      // A file that is gone from the disk offers nothing.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [files, file]);
  return session.data && facts ? <FileFactsOffer session={session.data} facts={facts} /> : null;
}
