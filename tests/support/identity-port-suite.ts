import { afterAll, describe, expect, it } from 'vitest';
import type { IdentityConfig } from '#contract/app-config.ts';
import type { VerifiedIdentity } from '#server/http/token-verifier.ts';
import { createAmplifyIdentity } from '#web/identity/amplify-identity.ts';
import type { IdentityPort } from '#web/identity/port.ts';
import { MemoryStorage } from './memory-storage.ts';

export interface ProviderUnderTest {
  config: () => IdentityConfig;
  origin: () => string;
  verify: (token: string) => Promise<VerifiedIdentity>;
  newAddress: () => string;
}

const password = 'the old mill road 7';

export function identityPortSuite(provider: ProviderUnderTest): void {
  const accounts: { email: string; password: string }[] = [];

  function openTab(storage = new MemoryStorage()): IdentityPort {
    return createAmplifyIdentity(provider.config(), {
      storage,
      origin: provider.origin(),
      events: new EventTarget(),
    });
  }

  function newAccount() {
    const account = { email: provider.newAddress(), password };
    accounts.push(account);
    return account;
  }

  afterAll(async () => {
    if (provider.config().userPoolEndpoint !== null) return;
    for (const account of accounts) {
      const identity = openTab();
      const isThere = await identity.signIn(account).then(
        () => true,
        () => false,
      );
      if (isThere) await identity.forgetIdentity();
    }
  });

  describe('aws-amplify', () => {
    it('[R1.6] [R5.1] signs up and in with one call, by email and password only', async () => {
      const identity = openTab();
      const account = newAccount();
      expect(await identity.session()).toBeNull();
      const session = await identity.signUp({ ...account, email: account.email.toUpperCase() });
      expect(session).toEqual({
        userId: expect.any(String),
        email: account.email,
        emailVerified: false,
        method: 'password',
      });
      expect(await identity.session()).toEqual(session);
      expect(await provider.verify(await identity.idToken())).toMatchObject({
        sub: session.userId,
        email: account.email,
        emailVerified: false,
      });
    });

    it('[R4.1] signs in by SRP, and the session survives a reload', async () => {
      const account = newAccount();
      const storage = new MemoryStorage();
      const first = openTab(storage);
      const { userId } = await first.signUp(account);
      await first.signOut();
      const session = await first.signIn(account);
      expect(session.userId).toBe(userId);
      const reloaded = openTab(storage);
      expect(await reloaded.session()).toEqual(session);
      expect((await provider.verify(await reloaded.idToken())).sub).toBe(userId);
    });

    it('replaces an existing session', async () => {
      const identity = openTab();
      const [first, second] = [newAccount(), newAccount()];
      await identity.signUp(first);
      expect(await identity.signUp(second)).toMatchObject({ email: second.email });
      expect(await identity.signIn(first)).toMatchObject({ email: first.email });
    });

    it('signs out here and at the provider', async () => {
      const storage = new MemoryStorage();
      const identity = openTab(storage);
      await identity.signUp(newAccount());
      const kept = new MemoryStorage(storage);
      await identity.signOut();
      expect(await identity.session()).toBeNull();
      expect(await identity.idToken()).toBe('');
      expect(storage.length).toBe(0);
      const thief = openTab(kept);
      expect(await thief.idToken({ forceRefresh: true })).toBe('');
      expect(await thief.session()).toBeNull();
    });

    it('responds the same for a wrong password and an unknown address, and mails a code to either', async () => {
      const identity = openTab();
      const account = newAccount();
      const nobody = provider.newAddress();
      await identity.signUp(account);
      await identity.signOut();
      const wrong = { code: 'wrongPassword' };
      await expect(identity.signIn({ ...account, password: 'not this one' })).rejects.toMatchObject(wrong);
      await expect(identity.signIn({ email: nobody, password })).rejects.toMatchObject(wrong);
      for (const email of [account.email, nobody]) {
        await expect(identity.resetPassword(email)).resolves.toHaveProperty('destination');
        await expect(
          identity.confirmResetPassword({ email, code: '000000', newPassword: 'a brand new lamp 7' }),
        ).rejects.toMatchObject({ code: 'codeRefused' });
      }
    });

    it('rejects a password that is too short', async () => {
      await expect(
        openTab().signUp({ email: provider.newAddress(), password: 'short' }),
      ).rejects.toMatchObject({ code: 'weakPassword' });
    });

    it('[R4.15] returns a fresh token for the password, and keeps the session', async () => {
      const storage = new MemoryStorage();
      const identity = openTab(storage);
      const session = await identity.signUp(newAccount());
      const old = await identity.idToken();
      const kept = storage.length;
      const { idToken } = await identity.reauthenticate({ method: 'password', password });
      const [before, fresh] = [await provider.verify(old), await provider.verify(idToken)];
      expect(fresh.sub).toBe(session.userId);
      expect(fresh.authTime.getTime()).toBeGreaterThanOrEqual(before.authTime.getTime());
      expect(await identity.idToken()).toBe(old);
      expect(storage.length).toBe(kept);
      await expect(
        identity.reauthenticate({ method: 'password', password: 'not this one' }),
      ).rejects.toMatchObject({ code: 'wrongPassword' });
      expect(await identity.session()).toEqual(session);
    });

    it('changes the password if the current one is given', async () => {
      const identity = openTab();
      const account = newAccount();
      await identity.signUp(account);
      const newPassword = 'the new mill road 7';
      await expect(
        identity.changePassword({ currentPassword: 'not this one', newPassword }),
      ).rejects.toMatchObject({ code: 'wrongPassword' });
      await expect(
        identity.changePassword({ currentPassword: password, newPassword: 'short' }),
      ).rejects.toMatchObject({ code: 'weakPassword' });
      await identity.changePassword({ currentPassword: password, newPassword });
      await expect(identity.signIn(account)).rejects.toMatchObject({ code: 'wrongPassword' });
      account.password = newPassword;
      expect(await identity.signIn(account)).toMatchObject({ email: account.email });
    });
  });
}
