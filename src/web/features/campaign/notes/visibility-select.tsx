import type { Visibility } from '#contract/visibility.ts';

const names: Record<Visibility, string> = { gm: 'Game master', players: 'Players', public: 'Public' };

interface VisibilitySelectProps {
  label: string;
  value: Visibility | null;
  inherited?: Visibility;
  disabled: boolean;
  onChoose: (visibility: Visibility | null) => void;
}

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
