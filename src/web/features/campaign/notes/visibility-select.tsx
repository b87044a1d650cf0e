import type { Visibility } from '#contract/visibility.ts';

const names: Record<Visibility, string> = { gm: 'Game master', players: 'Players', public: 'Public' };

interface VisibilitySelectProps {
  label: string;
  value: Visibility | null;
  inherited?: Visibility;
  disabled: boolean;
  onChoose: (visibility: Visibility | null) => void;
}

const levels = ['gm', 'players', 'public'] as const;

export function VisibilitySelect({ label, value, inherited, disabled, onChoose }: VisibilitySelectProps) {
  return (
    <select
      className="visibility"
      data-visibility={value ?? inherited}
      aria-label={`Who may see ${label}`}
      disabled={disabled}
      value={value ?? ''}
      onChange={({ target }) => onChoose(levels.find((level) => level === target.value) ?? null)}
    >
      {inherited === undefined ? null : <option value="">{`As above: ${names[inherited]}`}</option>}
      {levels.map((visibility) => (
        <option key={visibility} value={visibility}>
          {names[visibility]}
        </option>
      ))}
    </select>
  );
}
