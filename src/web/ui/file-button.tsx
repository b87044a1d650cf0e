import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

type FileButtonProps = Pick<ButtonProps, 'kind' | 'icon' | 'busy' | 'disabled' | 'children'> & {
  /** What the files are. */
  label: string;
  accept: string;
  multiple?: boolean;
  /** At least one; the same ones can be chosen again. */
  onFiles: (files: readonly File[]) => void;
};

export function FileButton({ label, accept, multiple = false, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        accept={accept}
        multiple={multiple}
        aria-label={label}
        disabled={button.disabled}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
