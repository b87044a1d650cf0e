import type { Visibility } from '#contract/visibility.ts';

const names: Record<Visibility, string> = { gm: 'Game master', players: 'Players', public: 'Public' };

interface VisibilitySelectProps {
  /** What it is about, for those who hear the page. */
  label: string;
  /** Null: as what it stands in. */
  value: Visibility | null;
  /** What follows from all around it; given, it can be left to that. */
  inherited?: Visibility;
  disabled: boolean;
  onChoose: (visibility: Visibility | null) => void;
}

/** Who may see a section or an item, shown and chosen in one. */
export function VisibilitySelect({ label, value, inherited, disabled, onChoose }: VisibilitySelectProps) {
  return (
    <select
      className="visibility"
      data-visibility={value ?? inherited}
      aria-label={`Who may see ${label}`}
      disabled={disabled}
      value={value ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? null : (target.value as Visibility))}
    >
      {inherited === undefined ? null : <option value="">{`As above: ${names[inherited]}`}</option>}
      {(['gm', 'players', 'public'] as const).map((visibility) => (
        <option key={visibility} value={visibility}>
          {names[visibility]}
        </option>
      ))}
    </select>
  );
}
