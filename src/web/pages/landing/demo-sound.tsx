import { useEffect } from 'react';

const startOf = (line: Element | null) => Number(line?.getAttribute('data-start-ms') ?? Number.NaN);

/** Plays the demo's recording from each timestamp that is pressed, and marks the line that is heard. */
export function DemoSound({ data: { sound: id = '' } }: { data: DOMStringMap }) {
  useEffect(() => {
    const sound = document.getElementById(id);
    if (!(sound instanceof HTMLAudioElement)) return;
    const lines = [...document.querySelectorAll('.demo-lines > li')];
    const playFrom = (line: Element | null) => {
      const start = startOf(line);
      if (Number.isNaN(start)) return;
      sound.currentTime = start / 1000;
      // A browser that refuses leaves the player paused there.
      sound.play().catch(() => {});
    };
    const playPressed = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a[href^="#demo-"]') : null;
      playFrom(link && document.getElementById(link.getAttribute('href')?.slice(1) ?? ''));
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
    // This code is loaded by the first press on the page, which may have been one of them.
    if (navigator.userActivation?.isActive) playFrom(document.querySelector('.demo-lines > li:target'));
    for (const event of events) sound.addEventListener(event, markHeard);
    return () => {
      seen.disconnect();
      document.removeEventListener('click', playPressed);
      for (const event of events) sound.removeEventListener(event, markHeard);
    };
  }, [id]);
  return null;
}
