// Loads a page's code once the page is drawn. A button or link pressed meanwhile shows that it is busy and
// acts then (decision 023); if the code does not load, links stay plain links.
const modules = document.currentScript.dataset.modules.split(' ');
let pressed;
const keep = (event) => {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const found = isPlain ? event.target.closest?.('button, a[href^="/campaign#"]') : null;
  if (!found) return;
  if (found.href) event.preventDefault();
  pressed?.removeAttribute('aria-busy');
  pressed = found;
  pressed.setAttribute('aria-busy', 'true');
};
addEventListener('click', keep, true);

const start = () =>
  Promise.all(modules.map((module) => import(module)))
    .finally(() => {
      removeEventListener('click', keep, true);
      pressed?.removeAttribute('aria-busy');
    })
    .then(
      () => pressed?.click(),
      (error) => {
        if (pressed?.href) location.assign(pressed.href);
        throw error;
      },
    );

// A page in the background is not drawn.
if (document.visibilityState === 'visible' && PerformanceObserver.supportedEntryTypes?.includes('paint')) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    start();
  }).observe({ type: 'paint', buffered: true });
} else start();
