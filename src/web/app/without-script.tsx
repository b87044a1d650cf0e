const readablePages = [
  ['/', 'What Hearthscribe does'],
  ['/demo', 'A finished session to read'],
  ['/pricing', 'Pricing'],
  ['/faq', 'Questions and answers'],
  ['/tips-and-tricks', 'Tips and Tricks'],
  ['/blog', 'Blog'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy policy'],
] as const;

/** React leaves `noscript` alone, and the build drops its text, so it is only in the server's HTML. */
export const WithoutScript = import.meta.env.SSR
  ? () => (
      <noscript>
        <main id="main" className="page-main without-script">
          <h1>Your campaigns need JavaScript</h1>
          <p>
            To join, sign in or open your campaigns, turn on JavaScript in your browser and reload this page.
            Then choose “Join / Login” at the top and enter your email address. Your first analysis is free.
          </p>
          <p>These pages work without JavaScript:</p>
          <ul>
            {readablePages.map(([path, name]) => (
              <li key={path}>
                <a href={path}>{name}</a>
              </li>
            ))}
          </ul>
        </main>
      </noscript>
    )
  : () => <noscript />;
