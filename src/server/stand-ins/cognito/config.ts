import { type ClientAddressOf, createClientAddress } from '#server/http/client-address.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** At most `count` attempts within `windowMs` of the first. */
export interface AttemptLimit {
  count: number;
  windowMs: number;
}

export interface IdentityProviderConfig {
  /** Must hold a `_`; what follows it enters every SRP verifier, so it never changes for an installation. */
  userPoolId: string;
  clientId: string;
  issuer: string;
  /** At least so many characters (UTF-16 units), at most 256. Set the same in a hosted pool. */
  passwordMinimumLength: number;
  /**
   * Whether a new account may sign in at once, as Cognito with a PreSignUp trigger that confirms users without
   * verifying their address: the app asks for verification afterwards (R4.12). False: a mailed code comes first.
   */
  autoConfirm: boolean;
  /** Whether anyone may sign in as anyone through the stand-in for Google: on a machine of one's own only. */
  googleStandIn: boolean;
  /** Where a sign-in at the authorization endpoint leads back to, besides `/auth/callback` on the called host. */
  redirectUris: readonly string[];
  /** Where the app is to be found; null: where the call was sent to. Links in mails lead there. */
  publicOrigin: string | null;
  /** Hostnames under which the endpoint answers; others are refused (DNS rebinding). */
  allowedHostnames: readonly string[];
  /** Origins, besides the endpoint's own, that may call it. */
  allowedOrigins: readonly string[];
  /**
   * Wrong passwords for one account (known or not) from one network address, or from one device that has signed in
   * before, until it is locked there for the rest of the window.
   */
  wrongPasswords: AttemptLimit;
  /** Wrong codes of one purpose for one account, counted in the same way. */
  wrongCodes: AttemptLimit;
  /** Mails of one purpose to one account, counted in the same way. */
  codeMails: AttemptLimit;
  /** How many network addresses together may use up their limits for one account. */
  addressesPerAccount: number;
  /** Sign-ups from one network address. */
  signUps: AttemptLimit;
  /** Calls from one network address. */
  calls: AttemptLimit;
  /** How old a sign-in may be that changes the address or deletes the user (R4.15, and 5 s for clocks). */
  freshSignInMs: number;
  tokenLifetimeMs: number;
  sessionLifetimeMs: number;
  challengeLifetimeMs: number;
  codeLifetimeMs: number;
  /** How long an authorization code may be exchanged for tokens. */
  authorizationLifetimeMs: number;
  /** The caller's network address. */
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
 * The embedded provider is made for one machine and its owner. In production it must be chosen knowingly.
 * @throws Error with what to set.
 */
export function refuseUnlessAllowed(environment: IdentityProviderConfig['environment']): void {
  if (environment.NODE_ENV !== 'production' || environment.HEARTHSCRIBE_EMBEDDED_IDENTITY === '1') return;
  throw new Error(
    'NODE_ENV is production, but no hosted user pool is configured. Configure an Amazon Cognito user pool, or set ' +
      'HEARTHSCRIBE_EMBEDDED_IDENTITY=1 to run the embedded identity provider in production knowingly.',
  );
}
