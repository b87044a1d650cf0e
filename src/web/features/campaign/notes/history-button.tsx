import { useNotesHistory } from '#web/flows/notes-editing/use-notes-editing.ts';
import { Button } from '#web/ui/button.tsx';

export function HistoryButton({ sessionId, disabled }: { sessionId: string; disabled: boolean }) {
  const open = useNotesHistory();
  return (
    <Button kind="quiet" icon="hourglass" disabled={disabled} onClick={() => open(sessionId)}>
      History
    </Button>
  );
}
