import { Refusal } from '#server/platform/refusal.ts';
import { TokenVerificationError, type TokenVerifier, type VerifiedIdentity } from './token-verifier.ts';

export interface SignedInUser {
  userId: string;
  identity: VerifiedIdentity;
}

export interface OpenLogins {
  userOf(identity: VerifiedIdentity): Promise<string | null>;
  whenEnded(identity: VerifiedIdentity, ended: () => void): () => void;
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

const bearer = /^Bearer +([\w~+/.=-]{1,8192})$/i;

export function createAuthenticator(deps: { verifier: TokenVerifier; logins: Pick<OpenLogins, 'userOf'> }) {
  async function verify(token: string): Promise<VerifiedIdentity> {
    try {
      return await deps.verifier.verify(token);
    } catch (error) {
      if (error instanceof TokenVerificationError) throw new Refusal(error.code);
      throw error;
    }
  }

  const tokenOf = (request: Request) => bearer.exec(request.headers.get('authorization') ?? '')?.[1];

  /** Null without a valid token, and before /login. @throws Refusal identityUnavailable */
  async function optional(request: Request): Promise<SignedInUser | null> {
    const token = tokenOf(request);
    if (token === undefined) return null;
    try {
      const identity = await verify(token);
      const userId = await deps.logins.userOf(identity);
      return userId === null ? null : { userId, identity };
    } catch (error) {
      if (error instanceof Refusal && error.code === 'unauthorized') return null;
      throw error;
    }
  }

  return {
    verify,
    async identify(request: Request): Promise<VerifiedIdentity> {
      const token = tokenOf(request);
      if (token === undefined) throw new Refusal('unauthorized');
      return verify(token);
    },
    optional,
    /** @throws Refusal unauthorized, identityUnavailable */
    async required(request: Request): Promise<SignedInUser> {
      const user = await optional(request);
      if (user === null) throw new Refusal('unauthorized');
      return user;
    },
  };
}
