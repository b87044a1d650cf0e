import type { ReactNode } from 'react';
import { SealedLetter } from '#web/ui/illustrations/sealed-letter.tsx';
import { ContentsList } from '../reading/contents-list.tsx';
import { Part, ReadingPage } from '../reading/reading-page.tsx';
import { Operator, OperatorNotice } from './operator.tsx';
import type { OperatorFieldName } from './operator-fields.ts';
import './legal.css';

export interface LegalPart {
  readonly id: string;
  readonly title: string;
  readonly text: ReactNode;
}

interface LegalPageProps {
  title: string;
  lead: string;
  /** Every field that the parts show; the day from which the text applies is on each page. */
  fields: readonly OperatorFieldName[];
  parts: readonly LegalPart[];
}

/** Frame of a legal text: what the operator still has to say, the numbered parts, and their list. */
export function LegalPage({ title, lead, fields, parts }: LegalPageProps) {
  const numbered = parts.map((part, at) => ({ ...part, text: `${at + 1}. ${part.title}`, body: part.text }));
  return (
    <ReadingPage title={title} lead={lead} picture={<SealedLetter />}>
      <p className="legal-effective">
        Applies from: <Operator says="effectiveDate" />
      </p>
      <OperatorNotice fields={['effectiveDate', ...fields]} />
      <ContentsList entries={numbered} />
      <div className="prose">
        {numbered.map((part) => (
          <Part key={part.id} id={part.id} title={part.text}>
            {part.body}
          </Part>
        ))}
      </div>
    </ReadingPage>
  );
}
