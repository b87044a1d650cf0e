import { Icon } from '#web/ui/icon.tsx';

interface PlacePlayProps {
  place: string;
  /** What is there, after its place. */
  words?: string;
  /** Null if it does not play. */
  onPlay: (() => void) | null;
  onOpen: () => void;
}

/** Plays a place of the evening; without a recording, shows it in the transcript. */
export const PlacePlay = ({ place, words = '', onPlay, onOpen }: PlacePlayProps) => (
  <button
    type="button"
    className="passage-play"
    aria-label={`${onPlay ? 'Play' : 'Show in the transcript'}: ${place}${words}`}
    onClick={onPlay ?? onOpen}
  >
    <Icon name={onPlay ? 'play' : 'book'} />
    {place}
  </button>
);
