import { useStorage } from '#web/hooks/data-hooks.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { byteSize } from '#web/ui/text.ts';

export function StorageSection() {
  const { data: storage, error } = useStorage();
  return (
    <div className="settings-links">
      <h3>Storage</h3>
      {error ? <Notice kind="error">{error.message}</Notice> : null}
      {storage === undefined && !error ? <Skeleton label="Loading your storage" lines={2} /> : null}
      {storage ? (
        <>
          <ProgressBar value={storage.usedBytes / storage.limitBytes} label="Storage used" />
          <p className="account-aside">
            Your recordings and unfinished uploads use {byteSize(storage.usedBytes)} of{' '}
            {byteSize(storage.limitBytes)}. To make room, delete sessions, or only their recordings:
            transcripts and notes stay.
          </p>
          <ProgressBar value={storage.text.usedBytes / storage.text.limitBytes} label="Text used" />
          <p className="account-aside">
            Your notes, their earlier versions and your transcripts use {byteSize(storage.text.usedBytes)} of{' '}
            {byteSize(storage.text.limitBytes)}. To make room, delete sessions or campaigns.
          </p>
        </>
      ) : null}
    </div>
  );
}
