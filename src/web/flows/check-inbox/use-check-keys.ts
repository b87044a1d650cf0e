import { useLayoutEffect, useRef } from 'react';
import type { CheckInbox } from './use-check-inbox.ts';

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

/** Number keys answer, J and K or arrows go to other questions, U undoes the last answer. */
export function useCheckKeys(inbox: CheckInbox): void {
  const current = useRef(inbox);
  current.current = inbox;
  // Before the question is drawn, so that a key pressed at once counts.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { step, question, sheet, give, next, previous, undo } = current.current;
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
      if (step !== 'shown' || isWriting(event.target)) return;
      const answer = question?.answers[Number(event.key) - 1];
      const last = sheet?.answered[0];
      const key = event.key.toLowerCase();
      if (answer !== undefined) give(answer);
      else if (key === 'j' || key === 'arrowright') next();
      else if (key === 'k' || key === 'arrowleft') previous();
      else if (key === 'u' && last !== undefined) undo(last.id);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
