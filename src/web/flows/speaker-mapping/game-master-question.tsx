import type { CastSheet } from '#contract/speakers.ts';
import { Button } from '#web/ui/button.tsx';

interface GameMasterQuestionProps {
  asked: CastSheet['gameMaster'];
  disabled: boolean;
  onYes: (asked: NonNullable<CastSheet['gameMaster']>) => void;
  onNo: (label: string) => void;
}

/** Comes before all other questions, since the notes depend on who tells the story. */
export function GameMasterQuestion({ asked, disabled, onYes, onNo }: GameMasterQuestionProps) {
  if (asked === null) return null;
  const { label } = asked;
  return (
    <div className="speaker-question">
      <p>Is {label} the game master?</p>
      <div className="button-row">
        <Button
          kind="primary"
          disabled={disabled}
          aria-label={`Yes, ${label} is the game master`}
          onClick={() => onYes(asked)}
        >
          Yes
        </Button>
        <Button
          disabled={disabled}
          aria-label={`No, ${label} is not the game master`}
          onClick={() => onNo(label)}
        >
          No
        </Button>
      </div>
    </div>
  );
}
