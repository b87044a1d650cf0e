import type { Visibility } from '#contract/visibility.ts';

export const visibilityNames: Record<Visibility, string> = {
  gm: 'Game master',
  players: 'Players',
  public: 'Public',
};

interface VisibilitySelectProps {
  label: string;
  value: Visibility;
  disabled: boolean;
  onChoose: (visibility: Visibility) => void;
}

export const levels = ['gm', 'players', 'public'] as const;

/** Of a section. */
export function VisibilitySelect({ label, value, disabled, onChoose }: VisibilitySelectProps) {
  return (
    <select
      className="visibility"
      data-visibility={value}
      aria-label={`Who may see ${label}`}
      disabled={disabled}
      value={value}
      onChange={({ target }) => onChoose(levels.find((level) => level === target.value) ?? 'gm')}
    >
      {levels.map((visibility) => (
        <option key={visibility} value={visibility}>
          {visibilityNames[visibility]}
        </option>
      ))}
    </select>
  );
}
