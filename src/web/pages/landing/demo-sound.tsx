import { useEffect } from 'react';

const startOf = (line: Element | null) => Number(line?.getAttribute('data-start-ms') ?? Number.NaN);

/** Plays the demo's recording from each timestamp that is pressed, and marks the line that is heard. */
export function DemoSound({ data: { sound: id = '' } }: { data: DOMStringMap }) {
  useEffect(() => {
    const sound = document.getElementById(id);
    if (!(sound instanceof HTMLAudioElement)) return;
    const lines = [...document.querySelectorAll('.demo-lines > li')];
    const playFrom = (hash: string | null | undefined) => {
      const start = startOf(document.getElementById(hash?.slice(1) ?? ''));
      if (Number.isNaN(start)) return;
      sound.currentTime = start / 1000;
      // A browser that refuses leaves the player paused there.
      sound.play().catch(() => {});
    };
    const playPressed = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a[href^="#demo-"]') : null;
      playFrom(link?.getAttribute('href'));
    };
    const markHeard = () => {
      const heard = sound.paused
        ? undefined
        : lines.findLast((line) => startOf(line) <= sound.currentTime * 1000);
      for (const line of lines) line.toggleAttribute('data-heard', line === heard);
    };
    // Its length is asked for only once it is seen.
    const seen = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) sound.preload = 'metadata';
    });
    seen.observe(sound);
    const events = ['timeupdate', 'pause', 'ended'] as const;
    document.addEventListener('click', playPressed);
    // The first press on the page loads this code and may have been one of them; the address names its line before `:target` does.
    if (navigator.userActivation?.hasBeenActive) playFrom(window.location.hash);
    for (const event of events) sound.addEventListener(event, markHeard);
    return () => {
      seen.disconnect();
      document.removeEventListener('click', playPressed);
      for (const event of events) sound.removeEventListener(event, markHeard);
    };
  }, [id]);
  return null;
}
