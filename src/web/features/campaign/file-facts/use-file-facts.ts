import { useEffect, useState } from 'react';
import { type FileFacts, factsOfFile } from './facts-of-file.ts';

/** What this file says of its session; null until it is read, and if it is gone from the disk. */
export function useFileFacts(file: File): FileFacts | null {
  const [facts, setFacts] = useState<FileFacts | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setFacts(null);
    factsOfFile(file).then(
      (found) => isCurrent && setFacts(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return facts;
}
