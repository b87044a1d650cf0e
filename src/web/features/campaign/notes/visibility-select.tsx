import type { ReactNode } from 'react';
import type { Visibility } from '#contract/visibility.ts';

const names: Record<Visibility, string> = { gm: 'Game master', players: 'Players', public: 'Public' };

interface VisibilitySelectProps {
  label: string;
  value: Visibility | null;
  inherited?: Visibility;
  disabled: boolean;
  onChoose: (visibility: Visibility | null) => void;
  /** What else can be chosen, and is. */
  children?: ReactNode;
  other?: string;
  onOther?: (value: string) => void;
}

const levels = ['gm', 'players', 'public'] as const;

export function VisibilitySelect({
  label,
  value,
  inherited,
  disabled,
  onChoose,
  children,
  other,
  onOther,
}: VisibilitySelectProps) {
  return (
    <select
      className="visibility"
      data-visibility={value ?? inherited}
      aria-label={`Who may see ${label}`}
      disabled={disabled}
      value={other || (value ?? '')}
      onChange={({ target: { value: chosen } }) => {
        const level = levels.find((each) => each === chosen);
        if (level || !chosen) onChoose(level ?? null);
        else onOther?.(chosen);
      }}
    >
      {inherited === undefined ? null : <option value="">{`As above: ${names[inherited]}`}</option>}
      {levels.map((visibility) => (
        <option key={visibility} value={visibility}>
          {names[visibility]}
        </option>
      ))}
      {children}
    </select>
  );
}
