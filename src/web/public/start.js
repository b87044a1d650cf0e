// Loads a page's code once the page is drawn, and starts it when it is wanted: at the first sign of a visitor, at once if the
// address or a sign-in asks for more than the page, otherwise after ten seconds (decisions 023 and 097). A button or link pressed
// meanwhile shows that it is busy and acts then; if the code does not load, links stay plain links.
const modules = document.currentScript.dataset.modules.split(' ');
const signs = ['pointermove', 'pointerdown', 'wheel', 'scroll', 'keydown', 'focusin'];
const longestWait = 10_000;
// A link to another page waits for the code only if that has arrived.
let missing = modules.length;
const waiting = () =>
  missing > 0 ? 'button, a[href^="/campaign#"]' : 'button, a[href^="/"]:not([target], [download])';
let pressed;
const keep = (event) => {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const found = isPlain ? event.target.closest?.(waiting()) : null;
  if (!found) return;
  if (found.href) event.preventDefault();
  pressed?.removeAttribute('aria-busy');
  pressed = found;
  pressed.setAttribute('aria-busy', 'true');
};
addEventListener('click', keep, true);

let isStarted = false;
const start = () => {
  if (isStarted) return;
  isStarted = true;
  for (const sign of signs) removeEventListener(sign, start, true);
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
};

const isSignedIn = () => {
  try {
    return Object.keys(localStorage).some((key) => key.endsWith('.LastAuthUser'));
  } catch {
    return false;
  }
};

const isPageAlone = () => {
  const { pathname, search, hash } = location;
  return search + hash === '' && document.getElementById('root')?.dataset.page === pathname;
};

const prepare = () => {
  if (!isPageAlone() || isSignedIn()) {
    start();
    return;
  }
  for (const module of modules) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href: module, crossOrigin: '', fetchPriority: 'low' });
    link.addEventListener('load', () => {
      missing -= 1;
    });
    document.head.append(link);
  }
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  setTimeout(start, longestWait);
};

// A page in the background is not drawn.
if (document.visibilityState === 'visible' && PerformanceObserver.supportedEntryTypes?.includes('paint')) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    prepare();
  }).observe({ type: 'paint', buffered: true });
} else start();
