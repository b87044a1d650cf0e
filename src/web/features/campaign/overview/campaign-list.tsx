import { Link } from 'wouter';
import type { Campaign, CampaignFields } from '#contract/campaigns.ts';
import { withoutMarkup } from '#contract/without-markup.ts';
import { lateView } from '#web/hooks/late-view.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf, day } from '#web/ui/text.ts';
import { OpenSample, SampleCampaign, type SampleCampaignProps } from './sample-campaign.tsx';
import './overview.css';

const NewCampaignForm = lateView(async () => (await import('./campaign-form.tsx')).NewCampaignForm, {
  meanwhile: <Skeleton label="Loading the form" lines={8} />,
});

interface CampaignListProps {
  campaigns: readonly Campaign[];
  form: { busy: boolean; failure: string | null; onCreate: (draft: CampaignFields) => void };
  onNewCampaign: () => void;
  sample: SampleCampaignProps;
}

export function CampaignList({ campaigns, form, onNewCampaign, sample }: CampaignListProps) {
  if (campaigns.length === 0) {
    return (
      <div className="first-campaign">
        <PageHeading title="Start your first campaign" />
        <p className="lead">
          A campaign contains the sessions of one group. Give it a name; everything else can wait until you
          feel like it.
        </p>
        <SampleCampaign {...sample} />
        <Card>
          <NewCampaignForm {...form} />
        </Card>
      </div>
    );
  }
  return (
    <>
      <div className="overview-head">
        <PageHeading title="Your campaigns" />
        <Button icon="plus" onClick={onNewCampaign}>
          New campaign
        </Button>
      </div>
      <ul className="campaign-cards">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <Link href={`/campaign?campaignId=${campaign.id}`} className="card campaign-card">
              <Icon name="book" />
              <h2>{campaign.title}</h2>
              {campaign.system ? <p className="muted">{campaign.system}</p> : null}
              {campaign.description ? (
                <p className="campaign-card-text">{withoutMarkup(campaign.description)}</p>
              ) : null}
              <p className="muted campaign-card-foot">
                {countOf(campaign.sessionCount, 'session')}
                {campaign.lastPlayedAt ? ` · last played ${day(campaign.lastPlayedAt)}` : ''}
              </p>
            </Link>
          </li>
        ))}
      </ul>
      <OpenSample {...sample} kind="quiet" />
    </>
  );
}
