import type { ReactNode } from 'react';
import { SealedLetter } from '#web/ui/illustrations/sealed-letter.tsx';
import { ContentsList } from '../reading/contents-list.tsx';
import { Part, ReadingPage } from '../reading/reading-page.tsx';
import './legal.css';

export function LegalPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <ReadingPage title={title} lead={lead} picture={<SealedLetter />}>
      {children}
    </ReadingPage>
  );
}

export interface LegalPart {
  readonly id: string;
  readonly title: string;
  readonly text: ReactNode;
}

export function LegalParts({ parts }: { parts: readonly LegalPart[] }) {
  return (
    <>
      <ContentsList entries={parts.map(({ id, title }) => ({ id, text: title }))} />
      <div className="prose">
        {parts.map(({ id, title, text }) => (
          <Part key={id} id={id} title={title}>
            {text}
          </Part>
        ))}
      </div>
    </>
  );
}
