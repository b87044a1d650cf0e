// Fetches a page's code once the page is drawn, and runs it when it is wanted (decision 023). A button or link
// pressed meanwhile shows that it is busy and acts then; if the code does not load, links stay plain links.
const modules = document.currentScript.dataset.modules.split(' ');
const signs = ['click', 'pointermove', 'pointerdown', 'wheel', 'touchmove', 'keydown', 'focusin'];
const longestWait = 10_000;
const scrollDelay = 500;

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

let scrolling;
let isFocusing = false;
let isStarted = false;
const start = () => {
  if (isStarted || isFocusing) return;
  isStarted = true;
  clearTimeout(scrolling);
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

const remembersSignIn = () => {
  try {
    return Object.keys(localStorage).some((key) => key.endsWith('.LastAuthUser'));
  } catch {
    return false;
  }
};

const isPlainVisit = (root) => {
  const [visit] = performance.getEntriesByType('navigation');
  const { pathname, search, hash } = location;
  const isNew = visit === undefined || visit.type === 'navigate';
  return isNew && search + hash === '' && root?.dataset.page === pathname;
};

// R2.19, as scroll-to-target does it where the code runs.
const scrollToTarget = (root) => {
  const target = document.getElementById(root.dataset.target);
  const heading = target?.querySelector('h1, h2, h3');
  if (!heading) return;
  root.dataset.scrolled = '';
  const bar = document.querySelector('header').getBoundingClientRect().height;
  const top = target.getBoundingClientRect().top + scrollY - bar;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top, behavior: isStill ? 'instant' : 'smooth' });
  isFocusing = true;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  isFocusing = false;
};

const prepare = () => {
  const root = document.getElementById('root');
  if (pressed || !isPlainVisit(root) || remembersSignIn()) {
    start();
    return;
  }
  for (const module of modules) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href: module, crossOrigin: '', fetchPriority: 'low' });
    document.head.append(link);
  }
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  setTimeout(start, longestWait);
  if (root.dataset.target) scrolling = setTimeout(scrollToTarget, scrollDelay, root);
};

// A page in the background is not drawn.
if (document.visibilityState === 'visible' && PerformanceObserver.supportedEntryTypes?.includes('paint')) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    prepare();
  }).observe({ type: 'paint', buffered: true });
} else start();
