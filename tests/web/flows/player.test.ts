import { describe, expect, it, vi } from 'vitest';
import type { SoundInput } from '#machines/player/player.setup.ts';
import { heardSegment } from '#web/features/campaign/transcript/heard-segment.ts';
import { playerKey } from '#web/features/shell/player/player-keys.ts';
import { waveformPath } from '#web/features/shell/player/waveform-path.ts';
import { quietStretches } from '#web/flows/player/quiet-stretches.ts';
import { createSound, type SoundHandlers } from '#web/flows/player/sound.ts';

const spoken = Array.from({ length: 1000 }, (_, index) => (index >= 300 && index < 400 ? 2 : 180));
const input: SoundInput = {
  place: { sessionId: 's1', campaignId: 'c1', title: 'Session 1' },
  playback: {
    state: 'ready',
    durationSeconds: 1000,
    peaks: spoken,
    url: '/sessions/s1/playback/audio?key=k',
    expiresAt: '2026-03-12T21:00:00.000Z',
  },
  startAt: 42,
  speed: 1.5,
  skipsSilence: false,
};

function handlers() {
  return {
    onPlaying: vi.fn(),
    onPaused: vi.fn(),
    onWaiting: vi.fn(),
    onEnded: vi.fn(),
    onFailed: vi.fn(),
    onPlayKey: vi.fn(),
    onPauseKey: vi.fn(),
    onSeekKey: vi.fn(),
  } satisfies SoundHandlers;
}

function makeSound(play: () => Promise<void> = async () => {}) {
  const audio = document.createElement('audio');
  const played = vi.spyOn(audio, 'play').mockImplementation(play);
  const paused = vi.spyOn(audio, 'pause').mockImplementation(() => {});
  vi.spyOn(audio, 'load').mockImplementation(() => {});
  const keys = new Map<string, MediaSessionActionHandler | null>();
  const mediaSession: MediaSession = {
    metadata: null,
    playbackState: 'none',
    setActionHandler: (action: string, handler: MediaSessionActionHandler | null) => {
      if (action === 'seekto') throw new TypeError('not known to this browser');
      keys.set(action, handler);
    },
    setCameraActive: async () => {},
    setMicrophoneActive: async () => {},
    setPositionState: () => {},
  };
  const sound = createSound({
    makeAudio: () => audio,
    addressOf: (url) => `https://api.example${url}`,
    mediaSession,
  });
  const tell = (type: string) => audio.dispatchEvent(new Event(type));
  return { audio, played, paused, keys, sound, tell };
}

describe('the sound', () => {
  it('starts at the requested second and speed, and reports what happens', () => {
    const { audio, played, sound, tell } = makeSound();
    const heard = handlers();
    sound.load(input, heard);
    expect(audio.src).toBe('https://api.example/sessions/s1/playback/audio?key=k');
    expect(audio.playbackRate).toBe(1.5);
    expect(played).toHaveBeenCalledTimes(1);
    expect(sound.position.get()).toBe(42);
    audio.currentTime = 0;
    tell('loadedmetadata');
    expect(audio.currentTime).toBe(42);
    for (const type of ['playing', 'waiting', 'pause', 'ended']) tell(type);
    expect(
      [heard.onPlaying, heard.onWaiting, heard.onPaused, heard.onEnded].map((one) => one.mock.calls.length),
    ).toEqual([1, 1, 1, 1]);
    sound.seek(300.5);
    tell('error');
    expect(heard.onFailed).toHaveBeenCalledWith(300.5);
  });

  it('plays after a jump within the loaded part, unless it is paused', () => {
    const { audio, sound, tell } = makeSound();
    const heard = handlers();
    const isPaused = vi.spyOn(audio, 'paused', 'get').mockReturnValue(true);
    sound.load(input, heard);
    tell('seeked');
    expect(heard.onPlaying).not.toHaveBeenCalled();
    isPaused.mockReturnValue(false);
    tell('seeked');
    expect(heard.onPlaying).toHaveBeenCalledTimes(1);
  });

  it('stays within the recording, and reports its position to listeners', () => {
    const { audio, sound, tell } = makeSound();
    sound.load(input, handlers());
    const changed = vi.fn();
    const stop = sound.position.subscribe(changed);
    sound.seek(-5);
    expect(sound.position.get()).toBe(0);
    sound.seek(5000);
    expect(sound.position.get()).toBe(1000);
    audio.currentTime = 12;
    tell('timeupdate');
    expect(sound.position.get()).toBe(12);
    expect(changed).toHaveBeenCalledTimes(3);
    stop();
    sound.seek(1);
    expect(changed).toHaveBeenCalledTimes(3);
  });

  it('skips silence only on request', () => {
    const { audio, sound, tell } = makeSound();
    vi.spyOn(audio, 'paused', 'get').mockReturnValue(false);
    sound.load(input, handlers());
    audio.currentTime = 310;
    tell('timeupdate');
    expect(audio.currentTime).toBe(310);
    sound.setSkipping(true);
    tell('timeupdate');
    expect(audio.currentTime).toBe(399.5);
    sound.setSpeed(2);
    expect(audio.playbackRate).toBe(2);
  });

  it('reports that it is paused if the browser blocks autoplay', async () => {
    const { sound } = makeSound(() => Promise.reject(new DOMException('no gesture', 'NotAllowedError')));
    const heard = handlers();
    sound.load(input, heard);
    await vi.waitFor(() => expect(heard.onPaused).toHaveBeenCalledTimes(1));
    sound.play();
    await vi.waitFor(() => expect(heard.onPaused).toHaveBeenCalledTimes(2));
  });

  it('handles the keys of a headset, and releases them and the element at the end', () => {
    const { audio, keys, paused, sound, tell } = makeSound();
    const heard = handlers();
    const stop = sound.load(input, heard);
    keys.get('play')!({ action: 'play' });
    keys.get('seekbackward')!({ action: 'seekbackward' });
    keys.get('seekforward')!({ action: 'seekforward', seekOffset: 30 });
    expect(heard.onPlayKey).toHaveBeenCalledTimes(1);
    expect(heard.onSeekKey.mock.calls).toEqual([[32], [72]]);
    stop();
    expect(paused).toHaveBeenCalled();
    expect(audio.hasAttribute('src')).toBe(false);
    expect([...keys.values()]).toEqual([null, null, null, null]);
    tell('playing');
    expect(heard.onPlaying).not.toHaveBeenCalled();
  });
});

describe('waveform, quiet stretches and keys', () => {
  it('quiet stretches last at least two seconds, half a second shortened', () => {
    expect(quietStretches(spoken, 1000)).toEqual([[300, 399.5]]);
    expect(quietStretches(spoken, 10)).toEqual([]);
    expect(quietStretches(Array(1000).fill(0), 1000)).toEqual([[0, 999.5]]);
  });

  it('a waveform has 200 bars within its height, even for silence', () => {
    for (const peaks of [spoken, Array<number>(1000).fill(0), Array<number>(1000).fill(255)]) {
      const bars = [...waveformPath(peaks).matchAll(/M([\d.]+) ([\d.]+)v([\d.]+)/g)];
      expect(bars).toHaveLength(200);
      for (const [, , top, height] of bars) {
        expect(Number(top)).toBeGreaterThanOrEqual(0);
        expect(Number(top) + Number(height)).toBeLessThanOrEqual(40);
      }
    }
  });

  it('the current line is the last one that has started', () => {
    const lines = [1000, 2000, 2000, 9000].map((startMs) => ({ startMs }));
    expect([0, 1000, 2500, 8999, 60_000].map((at) => heardSegment(lines, at))).toEqual([null, 0, 2, 2, 3]);
    expect(heardSegment([], 5)).toBeNull();
  });

  it.each([
    ['k', '<p></p>', 'toggle'],
    [' ', '<p></p>', 'toggle'],
    [' ', '<button></button>', null],
    ['J', '<button></button>', -10],
    ['l', '<textarea></textarea>', null],
    ['ArrowRight', '<p></p>', 5],
    ['ArrowRight', '<input type="range">', null],
    ['ArrowLeft', '<div role="tab"></div>', null],
    ['k', '<input type="search">', null],
    ['x', '<p></p>', null],
  ])('the key “%s” on %s means %s', (key, markup, meant) => {
    const place = document.createElement('div');
    place.innerHTML = markup;
    const event = {
      key,
      target: place.firstElementChild,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      defaultPrevented: false,
    };
    expect(playerKey(event)).toBe(meant);
    expect(playerKey({ ...event, ctrlKey: true })).toBeNull();
  });
});
