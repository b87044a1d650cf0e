import { type ComponentType, useEffect, useState } from 'react';
import { DemoSound } from '#web/pages/landing/demo-sound.tsx';

/** Of its sound, or of a level: one file for both. */
export const DemoIsland = ({ data }: { data: DOMStringMap }) =>
  data.level === undefined ? <DemoSound data={data} /> : <DemoEvening data={data} />;

/** The demo's page without a model as the app shows it. It loads once its level is chosen, or the address names it. */
function DemoEvening({ data: { level = '', choice: id = '' } }: { data: DOMStringMap }) {
  const [Page, setPage] = useState<ComponentType<{ level: string }> | null>(null);
  const [isChosen, setChosen] = useState(false);
  useEffect(() => {
    const choice = document.getElementById(id)?.querySelector('input');
    if (!choice) return;
    const see = () => setChosen(choice.checked);
    const arrive = () => {
      if (window.location.hash === `#${id}`) choice.click();
      see();
    };
    const choose = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === choice.name) see();
    };
    arrive();
    window.addEventListener('hashchange', arrive);
    document.addEventListener('change', choose);
    return () => {
      window.removeEventListener('hashchange', arrive);
      document.removeEventListener('change', choose);
    };
  }, [id]);
  useEffect(() => {
    if (!isChosen) return;
    let isHere = true;
    import('./demo-evening-page.tsx').then(
      ({ DemoEveningPage }) => isHere && setPage(() => DemoEveningPage),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [isChosen]);
  return isChosen && Page !== null ? <Page level={level} /> : null;
}
