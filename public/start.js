// Loads a page's code once the page is drawn; a button pressed meanwhile does its work then (decision 023).
const modules = document.currentScript.dataset.modules.split(' ');
let pressed;
const keep = ({ target }) => {
  pressed = target.closest?.('button');
};
addEventListener('click', keep, true);

const start = () =>
  Promise.all(modules.map((module) => import(module))).then(() => {
    removeEventListener('click', keep, true);
    pressed?.click();
  });

// Nothing is drawn of a page that is opened behind another one.
if (document.visibilityState === 'visible' && PerformanceObserver.supportedEntryTypes?.includes('paint')) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    start();
  }).observe({ type: 'paint', buffered: true });
} else start();
