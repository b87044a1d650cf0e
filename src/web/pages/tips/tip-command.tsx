import { CommandBlock } from '../reading/command-block.tsx';
import { type TipCommandName, tipCommands } from './commands.ts';

/** A command of the tips with a button that copies it. */
export function TipCommand({ name }: { name: TipCommandName }) {
  return <CommandBlock {...tipCommands[name]} />;
}
