import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { factsOfFile } from '#web/features/campaign/file-facts/facts-of-file.ts';
import { useFileFacts } from '#web/features/campaign/file-facts/use-file-facts.ts';

const changed = new Date(2025, 10, 3, 22, 15).getTime();
const facts = (name: string, text = 'Hello.') =>
  factsOfFile(new File([text], name, { lastModified: changed }));

describe('what a file says of its session', () => {
  it.each([
    ['2026-03-14 The Drowned Bell.vtt', 'The Drowned Bell', '2026-03-14'],
    ['The_Drowned_Bell_20260314.txt', 'The Drowned Bell', '2026-03-14'],
    ['14.03.2026 - Die Glocke.docx', 'Die Glocke', '2026-03-14'],
    ['the-drowned-bell.srt', 'the drowned bell', '2025-11-03'],
    ['Session 12 - The Bell.vtt', 'Session 12 - The Bell', '2025-11-03'],
    ['GMT20260314-190012_Recording.transcript.vtt', null, '2026-03-14'],
    ['transcript (2).txt', null, '2025-11-03'],
    ['Session 4.vtt', null, '2025-11-03'],
    ['2026-13-45 Odd.vtt', '2026-13-45 Odd', '2025-11-03'],
  ])('by the name %s', async (name, title, playedOn) => {
    expect(await facts(name)).toEqual({ title, playedOn });
  });

  it('takes the date from its first lines before that of its last change', async () => {
    const text = 'WEBVTT\n\nNOTE recorded 2026-02-28T19:00:00Z\n';
    expect(await facts('bell.vtt', text)).toEqual({ title: 'bell', playedOn: '2026-02-28' });
    expect(await facts('2026-03-14.vtt', text)).toEqual({ title: null, playedOn: '2026-03-14' });
  });

  it('is of the file that was chosen last, also when an earlier one is read after it', async () => {
    const slow = new File([''], '2026-01-01 The slow bell.vtt');
    let read: (text: string) => void = () => {};
    const text = new Promise<string>((resolve) => {
      read = resolve;
    });
    vi.spyOn(slow, 'slice').mockReturnValue({ text: () => text } as Blob);
    const { result, rerender } = renderHook(({ file }) => useFileFacts(file), {
      initialProps: { file: slow },
    });
    rerender({ file: new File(['Hello.'], '2026-02-02 The quick key.vtt') });
    await vi.waitFor(() => expect(result.current?.title).toBe('The quick key'));
    await act(async () => read('Hello.'));
    expect(result.current?.title).toBe('The quick key');
  });
});
