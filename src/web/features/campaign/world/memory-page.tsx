import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Campaign } from '#contract/campaigns.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { useSaveMarkdown } from '#web/hooks/save-text.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Copy } from '../workspace/copy.tsx';
import './world.css';
import '../workspace/paper.css';

interface MemoryPageProps<Data> {
  campaign: Pick<Campaign, 'id' | 'title'>;
  title: string;
  className?: string;
  /** What the page shows, once it is read. */
  of: { data: Data | undefined; error: { message: string } | null; refetch: () => unknown };
  /** Shown before it is read, too. */
  choices?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A page that is made from all sessions of a campaign. */
export function MemoryPage<Data>({ campaign, title, className = '', of, ...props }: MemoryPageProps<Data>) {
  return (
    <div className={`${className} paper`}>
      <p className="world-path">
        <Link href={campaignPath({ campaignId: campaign.id })}>{campaign.title}</Link>
      </p>
      <PageHeading title={title} />
      {props.choices}
      {of.data !== undefined ? (
        props.children(of.data)
      ) : of.error ? (
        <LoadFailure message={of.error.message} onRetry={() => of.refetch()} />
      ) : (
        <Skeleton label={`Loading “${title}”`} heading lines={6} />
      )}
    </div>
  );
}

interface TakeAwayProps {
  /** Of its button. */
  label: string;
  text: () => string;
  markdown: () => string;
  /** Of the file. */
  name: string;
  children?: ReactNode;
}

/** What can be done with the page outside the app. */
export function TakeAway({ label, text, markdown, name, children }: TakeAwayProps) {
  const saveMarkdown = useSaveMarkdown();
  return (
    <div className="button-row">
      {children}
      <Copy label={label} text={text} />
      <Button icon="copy" onClick={() => saveMarkdown(markdown(), name)}>
        Download Markdown
      </Button>
      <Button icon="book" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}
