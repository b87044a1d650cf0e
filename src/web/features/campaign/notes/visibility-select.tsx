import type { Visibility } from '#contract/visibility.ts';

const names: Record<Visibility, string> = { gm: 'Game master', players: 'Players', public: 'Public' };

interface VisibilitySelectProps {
  label: string;
  value: Visibility | null;
  inherited?: Visibility;
  /** To which characters it may be whispered, and to which it is. */
  whisper?: { characters: readonly string[]; value: string; onChoose: (names: string) => void };
  disabled: boolean;
  onChoose: (visibility: Visibility | null) => void;
}

const levels = ['gm', 'players', 'public'] as const;
const WHISPER = 'whisper: ';

export function VisibilitySelect({
  label,
  value,
  inherited,
  whisper,
  disabled,
  onChoose,
}: VisibilitySelectProps) {
  const whispered = whisper?.value ?? '';
  const characters = new Set([...(whispered === '' ? [] : [whispered]), ...(whisper?.characters ?? [])]);
  return (
    <select
      className="visibility"
      data-visibility={value ?? inherited}
      aria-label={`Who may see ${label}`}
      disabled={disabled}
      value={whispered === '' ? (value ?? '') : WHISPER + whispered}
      onChange={({ target: { value: chosen } }) =>
        chosen.startsWith(WHISPER)
          ? whisper?.onChoose(chosen.slice(WHISPER.length))
          : onChoose(levels.find((level) => level === chosen) ?? null)
      }
    >
      {inherited === undefined ? null : <option value="">{`As above: ${names[inherited]}`}</option>}
      {levels.map((visibility) => (
        <option key={visibility} value={visibility}>
          {names[visibility]}
        </option>
      ))}
      {[...characters].map((name) => (
        <option key={name} value={WHISPER + name}>
          Whisper to {name}
        </option>
      ))}
    </select>
  );
}
