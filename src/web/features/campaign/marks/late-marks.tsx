import { useRef } from 'react';
import { lateView } from '#web/hooks/late-view.tsx';
import type { YourMarksProps } from './your-marks.tsx';

const Loaded = lateView(async () => (await import('./your-marks.tsx')).YourMarks);

/** Loads once there are marks, and stays when the last one is removed, for its undo. */
export function YourMarks(props: YourMarksProps) {
  const isNeeded = useRef(false);
  isNeeded.current ||= (props.session.audio?.marks.length ?? 0) > 0;
  return isNeeded.current ? <Loaded {...props} /> : null;
}
