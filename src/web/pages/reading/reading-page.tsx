import type { ReactNode } from 'react';
import { PageHeading } from '#web/ui/page-heading.tsx';
import './reading.css';

interface ReadingPageProps {
  title: string;
  heading?: string;
  lead: string;
  picture?: ReactNode;
  children: ReactNode;
}

export function ReadingPage({ title, heading, lead, picture, children }: ReadingPageProps) {
  return (
    <main id="main" className="page-main reading" tabIndex={-1}>
      <div className="reading-column">
        <header className="reading-head">
          <PageHeading title={title}>{heading ?? title}</PageHeading>
          <p className="reading-lead">{lead}</p>
          {picture ? <div className="reading-picture">{picture}</div> : null}
        </header>
        {children}
      </div>
    </main>
  );
}

export function Part({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        <a className="heading-anchor" href={`#${id}`}>
          {title}
        </a>
      </h2>
      {children}
    </section>
  );
}
