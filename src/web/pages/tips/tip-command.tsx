import { CommandBlock } from '../reading/command-block.tsx';
import { type TipCommandName, tipCommands } from './commands.ts';

export function TipCommand({ name }: { name: TipCommandName }) {
  return <CommandBlock {...tipCommands[name]} />;
}
