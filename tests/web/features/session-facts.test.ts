import { describe, expect, it } from 'vitest';
import { session } from '#tests/support/web-fixtures.ts';
import { recordingLength } from '#web/features/campaign/workspace/session-mark.tsx';

describe('the length of a recording', () => {
  const audio = { ...session.audio!, durationSeconds: 12_420, deletedAt: null };

  it('is shown while the recording is there', () => {
    expect(recordingLength({ audio })).toBe('3:27:00');
  });

  it('is not shown without a recording, or after it was deleted', () => {
    expect(recordingLength({ audio: null })).toBe('');
    expect(recordingLength({ audio: { ...audio, deletedAt: '2026-03-14T20:00:00.000Z' } })).toBe('');
  });
});
