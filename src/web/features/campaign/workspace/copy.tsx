import type { ComponentProps } from 'react';
import { useCopy } from '#web/flows/clipboard/use-copy.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';

type CopyProps = Pick<ComponentProps<typeof CopyButton>, 'label' | 'kind'> & { text: () => string };

export function Copy({ text, ...button }: CopyProps) {
  const { isCopied, failure, copy } = useCopy();
  return <CopyButton {...button} copied={isCopied} failure={failure} onCopy={() => copy(text())} />;
}
