// The app's shell has nothing to read until its code runs, so it says if that cannot be loaded.
const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};
const sayNotLoaded = () => {
  if (document.querySelector('main')) return;
  const alert = element(
    'div',
    { role: 'alert' },
    element('h1', { textContent: 'This page could not be loaded' }),
    element('p', { textContent: 'Please check your connection, then reload the page.' }),
  );
  const reload = element('button', {
    type: 'button',
    className: 'button button-primary',
    textContent: 'Reload the page',
    onclick: () => location.reload(),
  });
  const main = { id: 'main', className: 'page-main stopped-page', tabIndex: -1 };
  document.querySelector('.shell')?.append(element('main', main, alert, element('div', {}, reload)));
};
const whenParsed = (act) => {
  if (document.readyState !== 'loading') act();
  else addEventListener('DOMContentLoaded', act);
};
addEventListener(
  'error',
  ({ target }) => {
    // The page's own scripts are modules; a tracker's, which the user may block, is not.
    if (target instanceof HTMLScriptElement && target.type === 'module') whenParsed(sayNotLoaded);
  },
  true,
);
