import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Campaign } from '#contract/campaigns.ts';
import type { Session } from '#contract/sessions.ts';
import type { IncomingPlace } from '#machines/incoming-recording/incoming-recording.setup.ts';
import { OnQuietSite } from '#tests/support/page-html.tsx';
import { campaign, session } from '#tests/support/web-fixtures.ts';
import { IncomingRecordingCard } from '#web/features/campaign/incoming/incoming-recording-card.tsx';

const sample: Campaign = { ...campaign, id: 'c3db2ec5-2112-50fa-804e-21bc05f1a302', title: 'The sample' };
const older: Campaign = { ...campaign, id: '01900000-0000-7000-8000-0000000000aa', title: 'An older one' };
let campaigns: Campaign[] = [];
let intended: { campaignId: string; sessionId: string } | null = null;
let place: IncomingPlace | null = null;
let sessions: Session[] = [];
const choose = vi.fn();

vi.mock('#web/hooks/campaign-hooks.ts', () => ({
  useCampaigns: () => ({ data: campaigns }),
  useSessions: () => ({ data: sessions }),
}));
vi.mock('#web/flows/incoming-recording/use-incoming-recording.ts', () => ({
  useIncomingRecording: () => ({
    step: 'offered',
    incoming: { key: '1', names: ['evening.m4a'], sizeBytes: 9000, isAudio: true, intended },
    place,
    failure: null,
    problem: null,
    choose,
  }),
}));

const chosen = () => {
  render(<IncomingRecordingCard />, { wrapper: OnQuietSite });
  return screen.getByRole<HTMLSelectElement>('combobox', { name: 'Campaign' }).selectedOptions[0]
    ?.textContent;
};

afterEach(() => {
  cleanup();
  intended = null;
  place = null;
  sessions = [];
});

it('offers a shared recording to the campaign last played, never first to the sample', () => {
  campaigns = [sample, campaign, older];
  expect(chosen()).toBe(campaign.title);
});

it('offers it to the sample if there is no other campaign, and first where it was meant to go', () => {
  campaigns = [sample];
  expect(chosen()).toBe('The sample');
  cleanup();
  campaigns = [sample, campaign, older];
  intended = { campaignId: older.id, sessionId: '01900000-0000-7000-8000-0000000000ab' };
  expect(chosen()).toBe('An older one');
});

it('offers it again to what was chosen before a failure, also to a new campaign', () => {
  campaigns = [campaign, older];
  place = { campaignId: null, campaignTitle: 'The Quiet Bell', sessionId: null };
  expect(chosen()).toBe('A new campaign');
  expect(screen.getByLabelText<HTMLInputElement>('Name of the new campaign').value).toBe('The Quiet Bell');
  cleanup();
  place = { campaignId: older.id, campaignTitle: '', sessionId: null };
  expect(chosen()).toBe('An older one');
});

it('adds it to the session that a failed try has created only while that is empty', () => {
  campaigns = [campaign];
  place = { campaignId: campaign.id, campaignTitle: '', sessionId: session.id };
  for (const transcriptId of [null, older.id]) {
    sessions = [{ ...session, audio: null, transcriptId }];
    const isEmpty = transcriptId === null;
    render(<IncomingRecordingCard />, { wrapper: OnQuietSite });
    screen.getByRole('button', { name: isEmpty ? 'Add to this session' : 'Add to a new session' }).click();
    expect(choose).toHaveBeenLastCalledWith({ ...place, sessionId: isEmpty ? session.id : null });
    cleanup();
  }
});
