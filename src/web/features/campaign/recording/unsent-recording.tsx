import { type ReactNode, useId } from 'react';
import { Notice } from '#web/ui/notice.tsx';
import './recording.css';

interface UnsentRecordingProps {
  title: string;
  /** What is known about it, and where it is. */
  facts: ReactNode;
  failure: { message: string } | null;
  children: ReactNode;
}

/** A recording that only this browser has, whether recorded here or sent by another app. */
export function UnsentRecording({ title, facts, failure, children }: UnsentRecordingProps) {
  const id = useId();
  return (
    <section className="recording" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      <p className="muted">{facts} It has not been uploaded yet.</p>
      {children}
    </section>
  );
}
