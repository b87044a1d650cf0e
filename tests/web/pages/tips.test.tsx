import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { documentOf, OnQuietSite } from '#tests/support/page-html.tsx';
import { tipCommands } from '#web/pages/tips/commands.ts';
import {
  bytesAnHour,
  hoursThatFit,
  megabytes,
  recordingFormats,
  uploadLimits,
} from '#web/pages/tips/sizes.ts';
import { TipsPage, tipsSectionOf } from '#web/pages/tips/tips-page.tsx';
import { readConfig } from '../../../src/server/config.ts';

function show(hash = '') {
  window.history.replaceState(null, '', `/tips-and-tricks${hash}`);
  return render(
    <OnQuietSite>
      <TipsPage />
    </OnQuietSite>,
  ).container;
}

const tab = (name: string) => screen.getByRole('tab', { name });
const selected = () => screen.getByRole('tab', { selected: true }).textContent;

describe('/tips-and-tricks', () => {
  beforeEach(() => window.history.replaceState(null, '', '/'));

  it('[R2.11] has two sections, Audio Recording first', () => {
    show();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Audio Recording',
      'Video to Audio',
    ]);
    expect(selected()).toBe('Audio Recording');
    expect(screen.getByRole('heading', { name: 'First, ask' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'OBS Studio' })).toBeNull();
  });

  it('[R2.11] both sections stand in the HTML that the server sends', async () => {
    const page = await documentOf({ path: '/tips-and-tricks', load: async () => TipsPage });
    for (const id of ['audio-recording', 'consent', 'discord', 'video-to-audio', 'ffmpeg', 'obs', 'windows'])
      expect(page.getElementById(id), id).not.toBeNull();
    for (const { command } of Object.values(tipCommands)) expect(page.body.textContent).toContain(command);
  });

  it('[R2.11] a tab names itself in the address without a step back', async () => {
    show();
    const { length } = window.history;
    await userEvent.click(tab('Video to Audio'));
    expect(selected()).toBe('Video to Audio');
    expect(window.location.hash).toBe('#video-to-audio');
    expect(window.history.length).toBe(length);
    await userEvent.keyboard('{ArrowLeft}');
    expect(selected()).toBe('Audio Recording');
  });

  it.each([
    ['#video-to-audio', 'Video to Audio'],
    ['#obs', 'Video to Audio'],
    ['#discord', 'Audio Recording'],
    ['#nonsense', 'Audio Recording'],
  ])('[R2.11] the hash %s opens %s', (hash, name) => {
    show(hash);
    expect(selected()).toBe(name);
  });

  it('[R2.11] a link to a part of the other section opens that section', async () => {
    show();
    await userEvent.click(screen.getByRole('link', { name: 'cut off' }));
    expect(await screen.findByRole('tab', { name: 'Video to Audio', selected: true })).toBeDefined();
    expect(tipsSectionOf('#cut')).toBe('video-to-audio');
  });

  it('[R2.11] each command stands there once, with a button that copies it', async () => {
    const clipboard = userEvent.setup();
    const container = show();
    const blocks = [...container.querySelectorAll<HTMLElement>('figure')];
    for (const { label, command } of Object.values(tipCommands)) {
      const [block, other] = blocks.filter((one) => one.querySelector('pre')?.textContent === command);
      const button = block?.querySelector('button');
      expect([button?.textContent?.includes(`Copy: ${label}`), other]).toEqual([true, undefined]);
      if (button) await clipboard.click(button);
      expect(await navigator.clipboard.readText()).toBe(command);
    }
  });
});

describe('sizes of recordings', () => {
  it('are told for the limits that a server has by default', () => {
    const { limits } = readConfig({});
    expect(uploadLimits).toEqual({ bytes: limits.maxUploadBytes, hours: limits.maxAudioSeconds / 3600 });
  });

  it('are those that the bit rate makes, and fit as told', () => {
    expect(megabytes(bytesAnHour({ name: '', kilobitsPerSecond: 64, remark: '' }))).toBe('29 MB');
    expect(recordingFormats.map(hoursThatFit)).toEqual([12, 12, 12, 12, 6.5, 2]);
    for (const format of recordingFormats)
      expect(bytesAnHour(format) * hoursThatFit(format)).toBeLessThanOrEqual(uploadLimits.bytes);
  });
});
