import { useReadyNotice } from '#web/flows/ready-notice/use-ready-notice.ts';
import { Switch } from '#web/ui/choice.tsx';

export function BrowserNotices() {
  const notice = useReadyNotice();
  return notice === null ? null : <Switch {...notice} />;
}
