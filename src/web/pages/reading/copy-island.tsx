import { useCopy } from '#web/flows/clipboard/use-copy.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';

/** A button that copies `data-text`; `data-label` says what that is (R9.8). */
export function CopyIsland({ data: { text = '', label = '' } }: { data: DOMStringMap }) {
  const { isCopied, failure, copy } = useCopy();
  return (
    <CopyButton
      kind="quiet"
      label={`Copy: ${label}`}
      iconOnly
      copied={isCopied}
      failure={failure}
      onCopy={() => copy(text)}
    />
  );
}
