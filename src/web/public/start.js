// Loads a page's code once the page is drawn. What is pressed meanwhile, a button or a call to join or buy, says that it
// is busy and does its work then (decision 023). Where the code cannot be had, the call is the plain link that it is.
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

// Nothing is drawn of a page that is opened behind another one.
if (document.visibilityState === 'visible' && PerformanceObserver.supportedEntryTypes?.includes('paint')) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    start();
  }).observe({ type: 'paint', buffered: true });
} else start();
