import { html } from 'hono/html';
import type { AuthorizationRequest } from './callers.ts';

/** The content security policy forbids inline styles. */
export const standInStyle = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
main { width: min(24rem, 100% - 2rem); }
.mark { border: 2px dashed #b36a00; border-radius: 0.5rem; padding: 0.75rem 1rem; line-height: 1.45; }
label { display: grid; gap: 0.4rem; font-weight: 600; margin-block: 1.25rem; }
input[type="email"] { font: inherit; padding: 0.7rem; border: 1px solid GrayText; border-radius: 0.4rem; }
.row { display: flex; gap: 0.75rem; flex-wrap: wrap; }
button { font: inherit; min-height: 2.75rem; padding: 0 1.25rem; border-radius: 0.4rem; border: 1px solid GrayText; }
button[value="continue"] { background: #1a56b0; border-color: #1a56b0; color: #fff; }
[role="alert"] { color: #c02020; font-weight: 600; }
@media (prefers-color-scheme: dark) { [role="alert"] { color: #ff9f92; } }
`;

const page = (title: string, content: unknown) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/idp/oauth2/stand-in.css">
</head>
<body><main>${content}</main></body>
</html>`;

export function standInPage(request: AuthorizationRequest, refusal: string | null) {
  const hidden = Object.entries(request)
    .filter(([name]) => name !== 'login_hint')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return page(
    'Stand-in for Google',
    html`<h1>Stand-in for Google</h1>
<p class="mark">This is not Google. It stands in for it on this machine, where anyone may sign in as anyone. Give no real password here: none is asked for.</p>
<form method="post" action="/idp/oauth2/authorize">
${hidden}
<label>Email address to sign in with
<input type="email" name="email" autocomplete="username" required autofocus maxlength="254" value="${request.login_hint ?? ''}"></label>
${refusal === null ? '' : html`<p role="alert">${refusal}</p>`}
<p class="row"><button name="choice" value="continue">Continue</button>
<button name="choice" value="cancel" formnovalidate>Cancel</button></p>
</form>`,
  );
}

export const refusedPage = (reason: string) =>
  page('Sign-in not possible', html`<h1>This sign-in is not possible</h1><p role="alert">${reason}</p>`);
