// A page can be read before its code is there. So that waits until the page is drawn: style sheets and fonts, which go
// before it, have the line to themselves. A button that is pressed meanwhile does its work once it can (decision 023).
const modules = document.currentScript.dataset.modules.split(' ');

let pressed = null;
const keepPress = ({ target }) => {
  pressed = target instanceof Element ? target.closest('button') : null;
};
addEventListener('click', keepPress, true);

const start = async () => {
  await Promise.all(modules.map((module) => import(module)));
  removeEventListener('click', keepPress, true);
  pressed?.click();
};

// Nothing is drawn of a page that is opened behind another one.
const isDrawn =
  PerformanceObserver.supportedEntryTypes?.includes('paint') && document.visibilityState === 'visible';
if (isDrawn) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    start();
  }).observe({ type: 'paint', buffered: true });
} else start();
