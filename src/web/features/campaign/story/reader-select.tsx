import { keysOf } from '#contract/unknown-values.ts';
import type { Visibility } from '#contract/visibility.ts';
import { Select } from '#web/ui/field.tsx';

export const readers: Readonly<Record<Visibility, string>> = {
  gm: 'You',
  players: 'Players',
  public: 'Everyone',
};

interface ReaderSelectProps {
  reader: Visibility;
  onChoose: (reader: Visibility) => void;
  /** Whether it may be read as the game master. */
  forYou?: boolean;
}

/** For whom a page of the campaign's memory is written. */
export function ReaderSelect({ reader, onChoose, forYou = true }: ReaderSelectProps) {
  return (
    <Select
      label="Written for"
      value={reader}
      choices={keysOf(readers)
        .filter((key) => forYou || key !== 'gm')
        .map((key) => ({ key, label: readers[key] }))}
      onChoose={onChoose}
    />
  );
}
