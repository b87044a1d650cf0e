import { useState } from 'react';
import { momentOf } from '#contract/dates.ts';
import type { ReleaseStatus, TimeLeft } from '#machines/release-watch/release-watch.selectors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { countOf } from '#web/ui/count-of.ts';

export interface Release {
  status: ReleaseStatus;
  /** Milliseconds since 1970. */
  maintenance: { start: number; end: number } | null;
  timeLeft: TimeLeft | null;
  reload: () => void;
}

interface AnnouncementsProps {
  release: Release;
  refusedCountry: { name: string | null } | null;
  offline?: { mayHaveChanges: boolean } | null;
}

/** Most serious first. News can be dismissed until it changes; what affects the work now stays. */
export function Announcements({ release, refusedCountry, offline = null }: AnnouncementsProps) {
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const dismiss = (text: string) => setDismissed((before) => [...before, text]);
  const country = refusedCountry && countryText(refusedCountry);
  return (
    <>
      {offline === null ? null : (
        <Banner kind="warning" label="Connection">
          {offline.mayHaveChanges
            ? 'You are offline. Keep this page open: changes that are not saved yet will be saved when the connection is back.'
            : 'You are offline. Other pages will open when the connection is back.'}
        </Banner>
      )}
      <ReleaseBanner release={release} dismissed={dismissed} onDismiss={dismiss} />
      {country === null || dismissed.includes(country) ? null : (
        <Banner kind="warning" label="Where this service is available" onDismiss={() => dismiss(country)}>
          {country}
        </Banner>
      )}
    </>
  );
}

function countryText({ name }: { name: string | null }): string {
  return name === null
    ? 'This service is not currently available in your country'
    : `This service is not currently available in the country "${name}"`;
}

const timeWords = ({ count, unit }: TimeLeft) => (count === 0 ? 'less than a minute' : countOf(count, unit));

interface ReleaseBannerProps {
  release: Release;
  dismissed: readonly string[];
  onDismiss: (text: string) => void;
}

function ReleaseBanner({ release, dismissed, onDismiss }: ReleaseBannerProps) {
  const { status, maintenance, timeLeft, reload } = release;
  if (status === 'issues') {
    return (
      <Banner kind="error" label="Announcement">
        We are currently experiencing technical difficulties. Our team is working on a resolution.
      </Banner>
    );
  }
  if (status === 'update') {
    return (
      <Banner kind="information" label="Announcement" action={<Button onClick={reload}>Refresh</Button>}>
        A new version is available. Please refresh your browser.
      </Banner>
    );
  }
  if (maintenance === null) return null;
  const [start, end] = [momentOf(maintenance.start), momentOf(maintenance.end)];
  if (status === 'active') {
    return (
      <Banner kind="warning" label="Announcement">
        {`System maintenance in progress until ${end}. Some features may be unavailable.`}
      </Banner>
    );
  }
  // The remaining time changes every minute, so dismissal is by the maintenance itself.
  const planned = `${start} - ${end}`;
  if (status !== 'upcoming' || timeLeft === null || dismissed.includes(planned)) return null;
  return (
    <Banner kind="information" label="Announcement" onDismiss={() => onDismiss(planned)}>
      {`Scheduled maintenance in ${timeWords(timeLeft)} (${planned})`}
    </Banner>
  );
}
