import type { ReactNode } from 'react';
import { PageHeading } from '#web/ui/page-heading.tsx';
import './reading.css';

interface ReadingPageProps {
  /** Names the window. */
  title: string;
  /** What the page says of itself above the text; the title where it says nothing else. */
  heading?: string;
  lead: string;
  /** A drawing beside the heading, where there is room. */
  picture?: ReactNode;
  children: ReactNode;
}

/** Frame of a page that is read: heading, lead, and one column of text. */
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

/** A part of a long text under a heading with an anchor of its own. */
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
