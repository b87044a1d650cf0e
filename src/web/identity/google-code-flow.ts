import { recordOf } from '#contract/unknown-values.ts';
import { IdentityFailure } from './identity-failure.ts';

export interface GoogleEndpoint {
  base: string;
  clientId: string;
  redirectUri: string;
}

/** The client's secret half (PKCE, RFC 7636). */
export interface PendingSignIn {
  state: string;
  verifier: string;
}

export interface GoogleTokens {
  idToken: string;
  accessToken: string;
  refreshToken: string;
}

const scopes = 'openid email profile aws.cognito.signin.user.admin';

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export async function beginGoogle(
  endpoint: GoogleEndpoint,
  options: { loginHint?: string } = {},
): Promise<{ pending: PendingSignIn; url: string }> {
  const pending = {
    state: base64Url(crypto.getRandomValues(new Uint8Array(32))),
    verifier: base64Url(crypto.getRandomValues(new Uint8Array(64))),
  };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: endpoint.clientId,
    redirect_uri: endpoint.redirectUri,
    identity_provider: 'Google',
    scope: scopes,
    state: pending.state,
    code_challenge: base64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    // People may share a browser.
    prompt: 'select_account',
    ...(options.loginHint === undefined ? {} : { login_hint: options.loginHint }),
  });
  return { pending, url: `${endpoint.base}/oauth2/authorize?${query}` };
}

/** @throws IdentityFailure cancelled if the user declined; googleFailed; network */
export async function completeGoogle(
  endpoint: GoogleEndpoint,
  pending: PendingSignIn,
  answer: URLSearchParams,
  dependencies: { fetch: typeof globalThis.fetch; signal?: AbortSignal },
): Promise<GoogleTokens> {
  if (answer.get('state') !== pending.state) throw new IdentityFailure('googleFailed');
  const error = answer.get('error');
  if (error === 'access_denied') throw new IdentityFailure('cancelled');
  const code = answer.get('code');
  if (error !== null || code === null) throw new IdentityFailure('googleFailed', { cause: error });
  const { fetch, signal } = dependencies;
  let response: Response;
  try {
    response = await fetch(`${endpoint.base}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: endpoint.clientId,
        redirect_uri: endpoint.redirectUri,
        code,
        code_verifier: pending.verifier,
      }).toString(),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new IdentityFailure('network', { cause });
  }
  const body = recordOf(await response.json().catch(() => null));
  const { id_token: idToken, access_token: accessToken, refresh_token: refreshToken } = body;
  if (
    !response.ok ||
    typeof idToken !== 'string' ||
    typeof accessToken !== 'string' ||
    typeof refreshToken !== 'string'
  ) {
    throw new IdentityFailure('googleFailed', { cause: body?.error });
  }
  return { idToken, accessToken, refreshToken };
}
