import { type ClientAddressOf, createClientAddress } from '#server/http/client-address.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface AttemptLimit {
  count: number;
  windowMs: number;
}

export interface IdentityProviderConfig {
  /** Contains a `_`. The rest is part of every SRP verifier: never change it for an installation. */
  userPoolId: string;
  clientId: string;
  issuer: string;
  /** In UTF-16 units, at most 256. A hosted pool must use the same. */
  passwordMinimumLength: number;
  /** The app verifies the address later (R4.12). Like Cognito's PreSignUp trigger. */
  autoConfirm: boolean;
  googleStandIn: boolean;
  redirectUris: readonly string[];
  publicOrigin: string | null;
  allowedHostnames: readonly string[];
  allowedOrigins: readonly string[];
  /** Per account (which may not exist) and network or known device. */
  wrongPasswords: AttemptLimit;
  wrongCodes: AttemptLimit;
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

/** Production must choose the embedded provider explicitly. @throws Error with what to set */
export function refuseUnlessAllowed(environment: IdentityProviderConfig['environment']): void {
  if (environment.NODE_ENV !== 'production' || environment.HEARTHSCRIBE_EMBEDDED_IDENTITY === '1') return;
  throw new Error(
    'NODE_ENV is production, but no hosted user pool is configured. Configure an Amazon Cognito user pool, or set ' +
      'HEARTHSCRIBE_EMBEDDED_IDENTITY=1 to run the embedded identity provider in production knowingly.',
  );
}
