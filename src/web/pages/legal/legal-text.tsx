import type { ReactNode } from 'react';
import { type LegalName, legalSlot } from '#contract/pages.ts';
import { useLegalText } from '#web/hooks/legal-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PostText } from '../blog/post-text.tsx';
import { ContentsList } from '../reading/contents-list.tsx';

interface LegalTextProps {
  name: LegalName;
  own?: ReactNode;
}

function Slot({ name, own }: LegalTextProps) {
  return (
    <div className="legal-text">
      {legalSlot.start(name)}
      {own}
      {legalSlot.end}
    </div>
  );
}

function LoadedText({ name, own }: LegalTextProps) {
  const { text, retry } = useLegalText(name);
  if (text === 'own') return own;
  if (text === 'loading') return <p role="status">Loading the text …</p>;
  if (text === 'failed')
    return (
      <Notice kind="error" title="The text could not be loaded">
        <p>Check your connection, then try again.</p>
        <Button onClick={retry}>Try again</Button>
      </Notice>
    );
  return (
    <>
      <ContentsList entries={text.headings} />
      <div className="prose">
        <PostText nodes={text.nodes} />
      </div>
    </>
  );
}

/** A legal text from the operator, the same in the server's HTML and after client-side navigation. */
export function LegalTextView(props: LegalTextProps) {
  return import.meta.env.SSR ? <Slot {...props} /> : <LoadedText {...props} />;
}
