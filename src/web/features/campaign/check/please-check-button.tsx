import { useOpenCheckInbox } from '#web/flows/check-inbox/use-check-inbox.ts';
import { useQuestionCounts } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import './please-check.css';

interface PleaseCheckButtonProps {
  campaignId: string;
  sessionId: string | null;
  isInPart?: boolean;
}

export function PleaseCheckButton({ campaignId, sessionId, isInPart = false }: PleaseCheckButtonProps) {
  const openInbox = useOpenCheckInbox();
  const { data } = useQuestionCounts(campaignId);
  if (data === undefined) return null;
  const isHere = sessionId === null ? null : data.sessions.find((each) => each.sessionId === sessionId);
  const open = isHere === null ? data.open : (isHere?.open ?? 0);
  if (open === 0 && (sessionId !== null || data.answered === 0)) return null;
  return (
    <Button className={isInPart ? 'check-in-part' : ''} onClick={() => openInbox(campaignId, sessionId)}>
      {isInPart ? 'Answer these questions' : open === 0 ? 'Please check' : `Please check (${open})`}
    </Button>
  );
}
