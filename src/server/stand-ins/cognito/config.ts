import { type ClientAddressOf, createClientAddress } from '#server/http/client-address.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface AttemptLimit {
  count: number;
  windowMs: number;
}

export interface IdentityProviderConfig {
  /** Must contain a `_`; the rest is part of every SRP verifier, so never change it for an installation. */
  userPoolId: string;
  clientId: string;
  issuer: string;
  /** In UTF-16 units, at most 256. Use the same value in a hosted pool. */
  passwordMinimumLength: number;
  /**
   * Whether a new account can sign in at once, as in Cognito with a PreSignUp trigger that confirms users
   * without verifying their address: the app verifies it afterwards (R4.12). False: requires a mailed code
   * first.
   */
  autoConfirm: boolean;
  googleStandIn: boolean;
  redirectUris: readonly string[];
  publicOrigin: string | null;
  allowedHostnames: readonly string[];
  allowedOrigins: readonly string[];
  /**
   * Wrong passwords for one account (which may not exist) from one network address or known device, before a
   * lock for the rest of the window.
   */
  wrongPasswords: AttemptLimit;
  wrongCodes: AttemptLimit;
  /** Emails per purpose and account, counted in the same way. */
  codeMails: AttemptLimit;
  addressesPerAccount: number;
  signUps: AttemptLimit;
  calls: AttemptLimit;
  freshSignInMs: number;
  tokenLifetimeMs: number;
  sessionLifetimeMs: number;
  challengeLifetimeMs: number;
  codeLifetimeMs: number;
  authorizationLifetimeMs: number;
  clientAddress: ClientAddressOf;
  environment: Readonly<Record<string, string | undefined>>;
}

export const defaultIdentityProviderConfig: IdentityProviderConfig = {
  userPoolId: 'embedded_hearthscribe',
  clientId: 'hearthscribe-web',
  issuer: 'https://identity.hearthscribe.invalid/embedded_hearthscribe',
  passwordMinimumLength: 8,
  autoConfirm: true,
  googleStandIn: false,
  redirectUris: [],
  publicOrigin: null,
  allowedHostnames: ['localhost', '127.0.0.1', '[::1]'],
  allowedOrigins: [],
  wrongPasswords: { count: 10, windowMs: 15 * MINUTE_MS },
  wrongCodes: { count: 5, windowMs: 15 * MINUTE_MS },
  codeMails: { count: 10, windowMs: HOUR_MS },
  addressesPerAccount: 5,
  signUps: { count: 200, windowMs: HOUR_MS },
  calls: { count: 600, windowMs: MINUTE_MS },
  freshSignInMs: 5 * MINUTE_MS + 5_000,
  tokenLifetimeMs: HOUR_MS,
  sessionLifetimeMs: 30 * DAY_MS,
  challengeLifetimeMs: 3 * MINUTE_MS,
  codeLifetimeMs: HOUR_MS,
  authorizationLifetimeMs: 5 * MINUTE_MS,
  clientAddress: createClientAddress({ kind: 'none' }),
  environment: process.env,
};

/**
 * The embedded provider is for one computer and its owner. Production must choose it explicitly.
 * @throws Error with what to set
 */
export function refuseUnlessAllowed(environment: IdentityProviderConfig['environment']): void {
  if (environment.NODE_ENV !== 'production' || environment.HEARTHSCRIBE_EMBEDDED_IDENTITY === '1') return;
  throw new Error(
    'NODE_ENV is production, but no hosted user pool is configured. Configure an Amazon Cognito user pool, or set ' +
      'HEARTHSCRIBE_EMBEDDED_IDENTITY=1 to run the embedded identity provider in production knowingly.',
  );
}
