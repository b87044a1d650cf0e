import type { ReactNode } from 'react';
import { Notice, type NoticeKind } from './notice.tsx';

export interface Toast {
  id: string;
  kind: NoticeKind;
  title?: string;
  text: ReactNode;
  action?: ReactNode;
  /** Errors and warnings always stay. */
  goesByItself?: boolean;
}

interface ToastsProps {
  label?: string;
  toasts: readonly Toast[];
  onDismiss: (id: string) => void;
}

const isUrgent = ({ kind }: Toast) => kind === 'error' || kind === 'warning';

/** The timer is the animation of the visible line. It pauses while the pointer or the focus is on it. */
export function Toasts({ label = 'Notices', toasts, onDismiss }: ToastsProps) {
  const urgent = toasts.filter(isUrgent);
  const calm = toasts.filter((toast) => !isUrgent(toast));
  return (
    <section className="toasts" aria-label={label}>
      <div className="toast-stack">{urgent.map((toast) => show(toast, onDismiss))}</div>
      {/* In the page before it has content, or screen readers would miss the first message. */}
      <div className="toast-stack" role="status" aria-atomic="false">
        {calm.map((toast) => show(toast, onDismiss))}
      </div>
    </section>
  );
}

function show(toast: Toast, onDismiss: (id: string) => void) {
  const dismiss = () => onDismiss(toast.id);
  const goes = toast.goesByItself && !isUrgent(toast);
  return (
    <div key={toast.id} className="toast">
      <Notice kind={toast.kind} title={toast.title} announced={isUrgent(toast)} onDismiss={dismiss}>
        {toast.text}
        {toast.action ? <div className="toast-action">{toast.action}</div> : null}
      </Notice>
      {goes ? <div className="toast-time" aria-hidden="true" onAnimationEnd={dismiss} /> : null}
    </div>
  );
}
