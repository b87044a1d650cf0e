import { act, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { documentOf, OnQuietSite } from '#tests/support/page-html.tsx';
import { PageIslands } from '#web/app/page-islands.tsx';
import { recordingParts } from '#web/pages/tips/audio-recording.tsx';
import { tipCommands } from '#web/pages/tips/commands.ts';
import {
  bytesAnHour,
  hoursThatFit,
  megabytes,
  recordingFormats,
  uploadLimits,
} from '#web/pages/tips/sizes.ts';
import { TipsPage } from '#web/pages/tips/tips-page.tsx';
import { videoParts } from '#web/pages/tips/video-to-audio.tsx';

describe('/tips-and-tricks', () => {
  it('[R2.11] has two sections, Audio Recording first, each with links to its parts', async () => {
    const page = await documentOf({ path: '/tips-and-tricks', load: async () => TipsPage });
    const ways = [...page.querySelectorAll('nav[aria-label="Sections"] a')];
    expect(ways.map((way) => [way.textContent, way.getAttribute('href')])).toEqual([
      ['Audio Recording', '#audio-recording'],
      ['Video to Audio', '#video-to-audio'],
    ]);
    const sections = ways.map((way) => page.querySelector(`section${way.getAttribute('href')}`));
    for (const [at, parts] of [recordingParts, videoParts].entries()) {
      const headings = [...(sections[at]?.querySelectorAll('h2') ?? [])];
      expect(headings.map(({ id, textContent }) => ({ id, text: textContent }))).toEqual(parts);
      const links = [...(sections[at]?.querySelectorAll('nav a') ?? [])];
      expect(links.map((link) => link.getAttribute('href'))).toEqual(parts.map(({ id }) => `#${id}`));
    }
  });

  it('[R2.11] the server’s HTML has every command once', async () => {
    const page = await documentOf({ path: '/tips-and-tricks', load: async () => TipsPage });
    const shown = [...page.querySelectorAll('pre')].map(({ textContent }) => textContent);
    expect([...shown].sort()).toEqual(
      Object.values(tipCommands)
        .map(({ command }) => command)
        .sort(),
    );
  });

  it('[R2.11] [R9.8] adds a copy button to each command once its code has loaded', async () => {
    userEvent.setup();
    await import('#web/pages/reading/copy-island.tsx');
    const { container } = render(
      <OnQuietSite>
        <TipsPage />
        <PageIslands />
      </OnQuietSite>,
    );
    const commands = Object.values(tipCommands);
    await waitFor(() => expect(container.querySelectorAll('figure button')).toHaveLength(commands.length));
    for (const { label, command } of commands) {
      const block = [...container.querySelectorAll('figure')].find(
        (one) => one.querySelector('pre')?.textContent === command,
      );
      const button = block?.querySelector('button');
      expect(button?.textContent).toBe(`Copy: ${label}`);
      act(() => button?.click());
      expect(await navigator.clipboard.readText()).toBe(command);
    }
  });
});

describe('sizes of recordings', () => {
  it('match the server’s default limits', () => {
    const { limits } = readConfig({});
    expect(uploadLimits).toEqual({ bytes: limits.maxUploadBytes, hours: limits.maxAudioSeconds / 3600 });
  });

  it('follow from the bit rate, and fit as stated', () => {
    expect(megabytes(bytesAnHour({ name: '', kilobitsPerSecond: 64, remark: '' }))).toBe('29 MB');
    expect(recordingFormats.map(hoursThatFit)).toEqual([12, 12, 12, 12, 6.5, 2]);
    for (const format of recordingFormats)
      expect(bytesAnHour(format) * hoursThatFit(format)).toBeLessThanOrEqual(uploadLimits.bytes);
  });
});
