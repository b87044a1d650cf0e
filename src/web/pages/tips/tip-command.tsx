import { useCopy } from '#web/app/site-hooks.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { CommandBlock } from '../reading/command-block.tsx';
import { type TipCommandName, tipCommands } from './commands.ts';

/** A command of the tips with a button that copies it (R9.8). */
export function TipCommand({ name }: { name: TipCommandName }) {
  const { label, command } = tipCommands[name];
  const { isCopied, failure, copy } = useCopy();
  return (
    <CommandBlock
      label={label}
      command={command}
      copy={
        <CopyButton
          kind="quiet"
          label={`Copy: ${label}`}
          iconOnly
          copied={isCopied}
          failure={failure}
          onCopy={() => copy(command)}
        />
      }
    />
  );
}
