// The app's shell has nothing to read until its code runs, so it says if that cannot be loaded.
const sayNotLoaded = () => {
  if (document.querySelector('main')) return;
  const element = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const main = element('main', { id: 'main', className: 'page-main stopped-page', role: 'alert' });
  main.append(
    element('h1', { textContent: 'This page could not be loaded' }),
    element('p', { textContent: 'Please check your connection, then reload the page.' }),
    element('p'),
  );
  main.lastChild.append(
    element('a', { href: location.pathname + location.search, textContent: 'Reload the page' }),
  );
  document.querySelector('.shell')?.append(main);
};
const whenParsed = (act) => {
  if (document.readyState !== 'loading') act();
  else addEventListener('DOMContentLoaded', act);
};
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) whenParsed(sayNotLoaded);
  },
  true,
);
