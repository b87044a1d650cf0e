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
  heard: {
    durationSeconds: 1000,
    peaks: spoken,
    url: '/sessions/s1/playback/audio?key=k',
    isOriginal: false,
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

describe('[D11] changing over from the recording itself to its copy', () => {
  const copy = { ...input.heard!, url: '/sessions/s1/playback/audio?key=copy' };
  const original: SoundInput = {
    ...input,
    heard: { ...copy, url: '/original', peaks: [], isOriginal: true },
  };

  function makeChange({ refusesNew = false } = {}) {
    const made: { audio: HTMLAudioElement; paused: boolean; played: number; tell: (type: string) => void }[] =
      [];
    const makeAudio = () => {
      const audio = document.createElement('audio');
      const isFirst = made.length === 0;
      const one = {
        audio,
        paused: true,
        played: 0,
        tell: (type: string) => audio.dispatchEvent(new Event(type)),
      };
      vi.spyOn(audio, 'paused', 'get').mockImplementation(() => one.paused);
      vi.spyOn(audio, 'play').mockImplementation(async () => {
        if (refusesNew && !isFirst) throw new DOMException('no gesture', 'NotAllowedError');
        one.paused = false;
        one.played += 1;
      });
      vi.spyOn(audio, 'pause').mockImplementation(() => {
        one.paused = true;
      });
      vi.spyOn(audio, 'load').mockImplementation(() => {});
      made.push(one);
      return audio;
    };
    const sound = createSound({ makeAudio, addressOf: (url) => `https://api.example${url}` });
    const heard = handlers();
    const stop = sound.load(original, heard);
    const [first] = made;
    first!.tell('playing');
    first!.audio.currentTime = 61.5;
    first!.tell('timeupdate');
    return { made, sound, heard, stop, first: first! };
  }

  it('goes on at the same second and speed, and plays the first until the second is heard', () => {
    const { made, sound, heard, first } = makeChange();
    sound.changeOver(copy);
    const second = made[1]!;
    expect(second.audio.src).toBe('https://api.example/sessions/s1/playback/audio?key=copy');
    expect(second.audio.playbackRate).toBe(1.5);
    second.tell('loadedmetadata');
    expect(second.audio.currentTime).toBe(61.5);
    first.audio.currentTime = 63;
    second.tell('canplay');
    expect(second.audio.currentTime).toBe(63);
    second.tell('seeked');
    expect([first.paused, second.paused]).toEqual([false, false]);
    second.tell('playing');
    expect([first.paused, first.audio.hasAttribute('src'), second.paused]).toEqual([true, false, false]);
    second.audio.currentTime = 64;
    second.tell('timeupdate');
    expect(sound.position.get()).toBe(64);
    expect([heard.onPaused, heard.onFailed, heard.onEnded].flatMap((one) => one.mock.calls)).toEqual([]);
  });

  it('knows the silences only then', () => {
    const { made, sound, first } = makeChange();
    sound.setSkipping(true);
    first.audio.currentTime = 310;
    first.tell('timeupdate');
    expect(first.audio.currentTime).toBe(310);
    sound.changeOver(copy);
    for (const type of ['loadedmetadata', 'canplay', 'seeked', 'playing', 'timeupdate']) made[1]!.tell(type);
    expect(made[1]!.audio.currentTime).toBe(399.5);
  });

  it('stays paused, and plays the copy from there', () => {
    const { made, sound, first } = makeChange();
    sound.pause();
    sound.changeOver(copy);
    made[1]!.tell('loadedmetadata');
    expect([made[1]!.played, made[1]!.audio.currentTime, first.audio.hasAttribute('src')]).toEqual([
      0,
      61.5,
      false,
    ]);
    sound.play();
    expect([first.played, made[1]!.played]).toEqual([1, 1]);
  });

  it('follows a pause and a jump that come while the copy loads', () => {
    const { made, sound } = makeChange();
    sound.changeOver(copy);
    for (const type of ['loadedmetadata', 'canplay', 'seeked']) made[1]!.tell(type);
    sound.seek(500);
    sound.pause();
    made[1]!.tell('playing');
    expect([made[1]!.paused, made[1]!.audio.currentTime]).toEqual([true, 500]);
  });

  it('uses the pressed element again where a browser plays no other', async () => {
    const { made, sound, heard, first } = makeChange({ refusesNew: true });
    sound.changeOver(copy);
    for (const type of ['loadedmetadata', 'canplay', 'seeked']) made[1]!.tell(type);
    await vi.waitFor(() => expect(first.audio.src).toContain('key=copy'));
    expect(first.played).toBe(2);
    first.audio.currentTime = 0;
    first.tell('loadedmetadata');
    expect(first.audio.currentTime).toBe(61.5);
    expect(heard.onPaused).not.toHaveBeenCalled();
  });

  it('reports a copy that fails, and lets go of both when the player is closed', () => {
    const failing = makeChange();
    failing.sound.changeOver(copy);
    failing.made[1]!.tell('error');
    expect(failing.heard.onFailed).toHaveBeenCalledWith(61.5);
    const { made, sound, stop, heard, first } = makeChange();
    sound.changeOver(copy);
    stop();
    for (const type of ['loadedmetadata', 'playing', 'error']) made[1]!.tell(type);
    expect([first, made[1]!].map(({ audio }) => audio.hasAttribute('src'))).toEqual([false, false]);
    expect(heard.onFailed).not.toHaveBeenCalled();
    sound.changeOver(copy);
    expect(made).toHaveLength(2);
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
