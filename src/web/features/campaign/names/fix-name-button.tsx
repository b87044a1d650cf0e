import { useFixName } from '#web/flows/name-correction/use-name-correction.ts';
import { Button } from '#web/ui/button.tsx';
import { selectedName } from './selected-name.ts';

interface FixNameButtonProps {
  campaignId: string;
  kind?: 'secondary' | 'quiet';
  disabled?: boolean;
}

export function FixNameButton({ campaignId, kind = 'secondary', disabled = false }: FixNameButtonProps) {
  const fix = useFixName();
  return (
    <Button
      kind={kind}
      icon="pencil"
      data-tour="names"
      disabled={disabled}
      // Pressing the button must not clear the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => fix(campaignId, selectedName(window.getSelection()?.toString() ?? ''))}
    >
      Fix a name
    </Button>
  );
}
