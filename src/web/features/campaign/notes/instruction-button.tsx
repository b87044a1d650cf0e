import type { InstructionPlace } from '#machines/instruction/instruction.setup.ts';
import { useOpenInstruction } from '#web/flows/instruction/use-instruction.ts';
import { useCanInstruct } from '#web/hooks/campaign-hooks.ts';
import { Button } from '#web/ui/button.tsx';

/** Only with a language model. */
export function InstructionButton({ disabled, ...place }: InstructionPlace & { disabled: boolean }) {
  const open = useOpenInstruction();
  const canInstruct = useCanInstruct(place.sessionId);
  if (!canInstruct) return null;
  return (
    <Button kind="quiet" icon="sparkle" disabled={disabled} onClick={() => open(place)}>
      Ask for a change
    </Button>
  );
}
