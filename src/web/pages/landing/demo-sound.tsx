import { useEffect } from 'react';

const startOf = (line: Element | null) => Number(line?.getAttribute('data-start-ms') ?? Number.NaN);

/** Plays the demo's recording from each timestamp that is pressed, and marks the line that is heard. */
export function DemoSound({ data: { sound: id = '' } }: { data: DOMStringMap }) {
  useEffect(() => {
    const sound = document.getElementById(id);
    if (!(sound instanceof HTMLAudioElement)) return;
    const lines = [...document.querySelectorAll('.demo-lines > li')];
    const playFrom = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#demo-"]') : null;
      const start = startOf(link && document.getElementById(link.getAttribute('href')?.slice(1) ?? ''));
      if (Number.isNaN(start)) return;
      sound.currentTime = start / 1000;
      // A browser that refuses leaves the player paused there.
      sound.play().catch(() => {});
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
    document.addEventListener('click', playFrom);
    for (const event of events) sound.addEventListener(event, markHeard);
    return () => {
      seen.disconnect();
      document.removeEventListener('click', playFrom);
      for (const event of events) sound.removeEventListener(event, markHeard);
    };
  }, [id]);
  return null;
}
