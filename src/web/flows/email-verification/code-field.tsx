import { Field } from '#web/ui/field.tsx';

interface CodeFieldProps {
  code: string;
  isBusy: boolean;
  error: string | undefined;
  onChange: (code: string) => void;
}

export const isCompleteCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Ignores other pasted characters. */
export function CodeField({ code, isBusy, error, onChange }: CodeFieldProps) {
  return (
    <div className="code-field">
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="······"
        value={code}
        readOnly={isBusy}
        error={error}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, 6))}
      />
    </div>
  );
}
