import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { allowedCallers } from '#server/compose/identity-config.ts';
import { readConfig } from '#server/platform/config.ts';
import { isForThisMachine } from '#server/platform/for-this-machine.ts';
import { generateSigningKeys, type SigningKeys } from '#server/stand-ins/cognito/keys.ts';
import { createIdentityProvider } from '#server/stand-ins/cognito/provider.ts';
import { silentLog } from '#tests/support/database.ts';
import { CLIENT_ID, createTestProvider, signInBySrp } from '#tests/support/identity-client.ts';
import { createMailOutbox } from '#tests/support/mail-outbox.ts';

const MINUTE = 60_000;
const email = 'mira@example.com';
const password = 'the old mill road';
const wrong = {
  status: 400,
  body: { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' },
};
const locked = {
  status: 400,
  body: { __type: 'NotAuthorizedException', message: 'Password attempts exceeded' },
};

let keys: SigningKeys;
beforeAll(async () => {
  keys = await generateSigningKeys();
});

async function withUser(config: Parameters<typeof createTestProvider>[0]['config'] = {}) {
  const test = createTestProvider({ keys, config });
  const signedUp = await test.call('SignUp', { Username: email, Password: password });
  return { ...test, userId: signedUp.body.UserSub as string };
}

async function signedIn(config = {}) {
  const test = await withUser(config);
  const { body } = await signInBySrp(test.call, email, password);
  return { ...test, tokens: body.AuthenticationResult! };
}

describe('sign-up', () => {
  it('[R5.1] creates an account that can sign in at once, with an unverified address', async () => {
    const { call } = createTestProvider({ keys });
    const answer = await call('SignUp', {
      Username: ' Mira@Example.COM ',
      Password: password,
      UserAttributes: [{ Name: 'email', Value: 'Mira@Example.COM' }],
    });
    expect(answer).toMatchObject({ status: 200, body: { UserConfirmed: true } });
    const { body } = await signInBySrp(call, 'MIRA@example.com', password);
    expect(decodeJwt(body.AuthenticationResult!.IdToken)).toMatchObject({ email, email_verified: false });
  });

  it('stores no password, only the verifier', async () => {
    const { store } = await withUser();
    const user = await store.findUserByEmail(email);
    expect(Object.keys(user!).sort()).toEqual([
      'confirmed',
      'createdAt',
      'email',
      'emailVerified',
      'federatedSubject',
      'id',
      'salt',
      'verifier',
    ]);
    expect(JSON.stringify(user)).not.toContain(password);
  });

  it.each([
    [{ Username: email, Password: 'short' }, 'InvalidPasswordException'],
    [{ Username: email, Password: 'x'.repeat(257) }, 'InvalidPasswordException'],
    [{ Username: email, Password: email.toUpperCase() }, 'InvalidPasswordException'],
    [{ Username: 'no address', Password: password }, 'InvalidParameterException'],
    [{ Username: `${'m'.repeat(250)}@example.com`, Password: password }, 'InvalidParameterException'],
    [{ Username: `a\u0000${email}`, Password: password }, 'InvalidParameterException'],
    [{ Username: email }, 'InvalidParameterException'],
    [{ Username: email, Password: password, ClientId: 'other' }, 'ResourceNotFoundException'],
    [
      { Username: email, Password: password, UserAttributes: [{ Name: 'email', Value: 'b@example.com' }] },
      'InvalidParameterException',
    ],
    [
      { Username: email, Password: password, UserAttributes: [{ Name: 'email_verified', Value: 'true' }] },
      'InvalidParameterException',
    ],
  ])('rejects %j', async (input, type) => {
    const { call, store } = createTestProvider({ keys });
    expect(await call('SignUp', input)).toMatchObject({ status: 400, body: { __type: type } });
    expect(await store.findUserByEmail(email)).toBeUndefined();
  });

  it('rejects an address that has an account', async () => {
    const { call } = await withUser();
    expect(await call('SignUp', { Username: email.toUpperCase(), Password: password })).toMatchObject({
      status: 400,
      body: { __type: 'UsernameExistsException' },
    });
  });

  it('requires the mailed code first if accounts are not confirmed at once', async () => {
    const { call, codeFor } = await withUser({ autoConfirm: false });
    expect((await signInBySrp(call, email, password)).body.__type).toBe('UserNotConfirmedException');
    expect((await signInBySrp(call, email, 'wrong password')).body).toEqual(wrong.body);
    const first = codeFor(email);
    expect((await call('ResendConfirmationCode', { Username: email })).body).toEqual({
      CodeDeliveryDetails: { Destination: 'm***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
    });
    const second = codeFor(email);
    expect(first).not.toBe(second);
    const confirm = (code: string) => call('ConfirmSignUp', { Username: email, ConfirmationCode: code });
    expect((await confirm(first)).body.__type).toBe('CodeMismatchException');
    expect((await confirm(second)).status).toBe(200);
    const { body } = await signInBySrp(call, email, password);
    expect(decodeJwt(body.AuthenticationResult!.IdToken).email_verified).toBe(true);
  });

  it('limits sign-ups from one network address', async () => {
    const { call } = createTestProvider({ keys, config: { signUps: { count: 2, windowMs: MINUTE } } });
    const signUp = (name: string) => call('SignUp', { Username: `${name}@example.com`, Password: password });
    await signUp('a');
    await signUp('b');
    expect((await signUp('c')).body.__type).toBe('TooManyRequestsException');
  });
});

describe('sign-in', () => {
  it('[R4.1] returns identity and access tokens with Cognito’s claims', async () => {
    const { tokens, userId, provider, clock } = await signedIn();
    const now = clock().getTime() / 1000;
    const shared = {
      sub: userId,
      iss: provider.issuer,
      auth_time: now,
      iat: now,
      exp: now + 3600,
      jti: expect.any(String),
      origin_jti: expect.any(String),
      event_id: expect.any(String),
    };
    const identity = decodeJwt(tokens.IdToken);
    expect(identity).toEqual({
      ...shared,
      token_use: 'id',
      aud: CLIENT_ID,
      email,
      email_verified: false,
      'cognito:username': userId,
    });
    const access = decodeJwt(tokens.AccessToken);
    expect(access).toEqual({
      ...shared,
      token_use: 'access',
      client_id: CLIENT_ID,
      username: userId,
      scope: 'aws.cognito.signin.user.admin',
    });
    expect(access.origin_jti).toBe(identity.origin_jti);
    expect(access.jti).not.toBe(identity.jti);
  });

  it('accepts the password itself, too (USER_PASSWORD_AUTH)', async () => {
    const { call } = await withUser();
    const signIn = (PASSWORD: string) =>
      call('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD },
      });
    expect(await signIn('wrong password')).toEqual(wrong);
    expect((await signIn(password)).body.AuthenticationResult).toBeDefined();
  });

  it('responds to an unknown address as to a wrong password, with a stable challenge', async () => {
    const { call } = await withUser();
    expect(await signInBySrp(call, 'nobody@example.com', password)).toEqual(wrong);
    expect(await signInBySrp(call, email, 'wrong password')).toEqual(wrong);
    const challenge = async (USERNAME: string) =>
      (
        await call('InitiateAuth', {
          AuthFlow: 'USER_SRP_AUTH',
          AuthParameters: { USERNAME, SRP_A: 'abcdef' },
        })
      ).body.ChallengeParameters!;
    const known = [await challenge(email), await challenge(email)] as const;
    const unknown = [await challenge('nobody@example.com'), await challenge('NOBODY@example.com')] as const;
    for (const [first, second] of [known, unknown]) {
      expect(Object.keys(first)).toEqual(Object.keys(known[0]));
      expect(first.USER_ID_FOR_SRP).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      expect(first.SALT).toMatch(/^[0-9a-f]{32}$/);
      expect(second).toMatchObject({ USER_ID_FOR_SRP: first.USER_ID_FOR_SRP, SALT: first.SALT });
      expect(second.SRP_B).not.toBe(first.SRP_B);
      expect(second.SECRET_BLOCK).not.toBe(first.SECRET_BLOCK);
    }
    expect(unknown[0].SALT).not.toBe(known[0].SALT);
  });

  it.each([
    ['zero', '0'],
    ['more than N', 'f'.repeat(768)],
    ['no number', 'xyz'],
    ['nothing', ''],
  ])('rejects %s as client value', async (_, SRP_A) => {
    const { call } = await withUser();
    expect(
      await call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: email, SRP_A } }),
    ).toMatchObject({ status: 400, body: { __type: 'InvalidParameterException' } });
  });

  it('locks an address after wrong passwords, known or not, until the window ends', async () => {
    const { call, pass } = await withUser({ wrongPasswords: { count: 3, windowMs: 15 * MINUTE } });
    for (const address of [email, 'nobody@example.com']) {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        expect(await signInBySrp(call, address, 'wrong password')).toEqual(wrong);
      }
      expect(await signInBySrp(call, address, password)).toEqual(locked);
    }
    pass(15 * MINUTE - 1);
    expect(await signInBySrp(call, email, password)).toEqual(locked);
    pass(1);
    expect((await signInBySrp(call, email, password)).status).toBe(200);
  });

  it('simultaneous guesses do not bypass the lock', async () => {
    const { call } = await withUser({ wrongPasswords: { count: 3, windowMs: 15 * MINUTE } });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signInBySrp(call, email, 'wrong password')),
    );
    expect(answers.filter(({ body }) => body.message === locked.body.message)).toHaveLength(5);
  });

  it('forgets wrong passwords after the right one', async () => {
    const { call } = await withUser({ wrongPasswords: { count: 3, windowMs: 15 * MINUTE } });
    for (let round = 0; round < 3; round += 1) {
      await signInBySrp(call, email, 'wrong password');
      await signInBySrp(call, email, 'wrong password');
      expect((await signInBySrp(call, email, password)).status).toBe(200);
    }
  });

  it('accepts a challenge once, and not late', async () => {
    const { call, pass } = await withUser();
    const { body } = await call('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: email, SRP_A: 'abcdef' },
    });
    const respond = (secretBlock: string) =>
      call('RespondToAuthChallenge', {
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: {
          USERNAME: body.ChallengeParameters!.USERNAME,
          PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
          PASSWORD_CLAIM_SIGNATURE: 'AAAA',
          TIMESTAMP: 'now',
        },
      });
    pass(3 * MINUTE);
    expect(await respond(body.ChallengeParameters!.SECRET_BLOCK!)).toEqual(wrong);
    expect(await respond('bm90aGluZw==')).toEqual(wrong);
  });
});

describe('session', () => {
  it('renews tokens, and keeps session and sign-in time', async () => {
    const { call, tokens, pass, clock } = await signedIn();
    pass(2 * 60 * MINUTE);
    const { body } = await call('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken });
    const before = decodeJwt(tokens.IdToken);
    expect(decodeJwt(body.AuthenticationResult!.IdToken)).toMatchObject({
      sub: before.sub,
      origin_jti: before.origin_jti,
      auth_time: before.auth_time,
      iat: clock().getTime() / 1000,
    });
    expect(body.AuthenticationResult!.RefreshToken).toBeUndefined();
  });

  it('ends after thirty days, after RevokeToken and after GlobalSignOut', async () => {
    const refused = {
      status: 400,
      body: { __type: 'NotAuthorizedException', message: 'Invalid Refresh Token' },
    };
    const test = await signedIn();
    const second = (await signInBySrp(test.call, email, password)).body.AuthenticationResult!;
    const third = (await signInBySrp(test.call, email, password)).body.AuthenticationResult!;
    const refresh = (token: string | undefined) =>
      test.call('GetTokensFromRefreshToken', { RefreshToken: token });

    expect((await test.call('RevokeToken', { Token: test.tokens.RefreshToken })).status).toBe(200);
    expect(await refresh(test.tokens.RefreshToken)).toEqual(refused);
    expect((await test.call('GetUser', { AccessToken: test.tokens.AccessToken })).status).toBe(400);
    expect((await test.call('RevokeToken', { Token: 'unknown' })).status).toBe(200);

    expect((await refresh(second.RefreshToken)).status).toBe(200);
    await test.call('GlobalSignOut', { AccessToken: second.AccessToken });
    expect(await refresh(second.RefreshToken)).toEqual(refused);
    expect(await refresh(third.RefreshToken)).toEqual(refused);

    const fourth = (await signInBySrp(test.call, email, password)).body.AuthenticationResult!;
    test.pass(30 * 24 * 60 * MINUTE);
    expect(await refresh(fourth.RefreshToken)).toEqual(refused);
  });

  it('only accepts its own access tokens, while they are valid', async () => {
    const { call, tokens, pass } = await signedIn();
    const getUser = (AccessToken: string) => call('GetUser', { AccessToken });
    expect((await getUser(tokens.AccessToken)).body).toMatchObject({
      UserAttributes: expect.arrayContaining([{ Name: 'email_verified', Value: 'false' }]),
    });
    expect((await getUser(tokens.IdToken)).body.__type).toBe('NotAuthorizedException');
    expect((await getUser(`${tokens.AccessToken}x`)).body.__type).toBe('NotAuthorizedException');
    expect((await getUser('x')).body.__type).toBe('NotAuthorizedException');
    pass(61 * MINUTE);
    expect((await getUser(tokens.AccessToken)).body.__type).toBe('NotAuthorizedException');
  });
});

async function verified() {
  const test = await signedIn();
  const asked = { AccessToken: test.tokens.AccessToken, AttributeName: 'email' };
  await test.call('GetUserAttributeVerificationCode', asked);
  await test.call('VerifyUserAttribute', { ...asked, Code: test.codeFor(email) });
  return test;
}

describe('codes by mail', () => {
  it('[R4.12] verifies the address with the mailed code', async () => {
    const { call, tokens, codeFor } = await signedIn();
    const AccessToken = tokens.AccessToken;
    const ask = () => call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' });
    const verify = (Code: string) =>
      call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code });
    expect((await ask()).body.CodeDeliveryDetails).toMatchObject({ Destination: 'm***@e***' });
    expect((await verify('000000' === codeFor(email) ? '111111' : '000000')).body.__type).toBe(
      'CodeMismatchException',
    );
    expect((await verify(codeFor(email))).status).toBe(200);
    expect((await call('GetUser', { AccessToken })).body.UserAttributes).toContainEqual({
      Name: 'email_verified',
      Value: 'true',
    });
    expect((await ask()).body).toMatchObject({ message: 'User email is already verified.' });
  });

  it.each([
    ['http://localhost', null],
    ['https://notes.example.org', 'https://notes.example.org'],
  ])('[R4.12] the email has a link that brings the code to %s', async (origin, publicOrigin) => {
    const { call, tokens, codeFor, outbox } = await signedIn({ publicOrigin });
    const { AccessToken } = tokens;
    await call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' });
    const link = `${origin}/campaign?verifyCode=${codeFor(email)}`;
    const mail = outbox.messages().find(({ to }) => to === email);
    expect(mail?.text).toContain(`\n${link}\n`);
    expect(mail?.html).toContain(`href="${link}"`);
  });

  it('rejects a late code, and every code after too many wrong ones', async () => {
    const { call, tokens, codeFor, pass } = await signedIn({ tokenLifetimeMs: 5 * 60 * MINUTE });
    const AccessToken = tokens.AccessToken;
    const ask = () => call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' });
    const verify = (Code: string) =>
      call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code });
    await ask();
    pass(60 * MINUTE);
    expect((await verify(codeFor(email))).body.__type).toBe('ExpiredCodeException');
    await ask();
    const right = codeFor(email);
    const guess = right === '123456' ? '654321' : '123456';
    pass(15 * MINUTE);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await verify(guess)).body.__type).toBe('CodeMismatchException');
    }
    expect((await verify(right)).body.__type).toBe('TooManyFailedAttemptsException');
    pass(15 * MINUTE);
    expect((await verify(right)).status).toBe(200);
  });

  it('changes the address only once the new one is verified', async () => {
    const { call, tokens, codeFor } = await verified();
    const AccessToken = tokens.AccessToken;
    await call('UpdateUserAttributes', {
      AccessToken,
      UserAttributes: [{ Name: 'email', Value: 'mira.new@example.com' }],
    });
    expect((await signInBySrp(call, email, password)).status).toBe(200);
    await call('VerifyUserAttribute', {
      AccessToken,
      AttributeName: 'email',
      Code: codeFor('mira.new@example.com'),
    });
    expect(await signInBySrp(call, email, password)).toEqual(wrong);
    const { body } = await signInBySrp(call, 'mira.new@example.com', password);
    expect(decodeJwt(body.AuthenticationResult!.IdToken)).toMatchObject({ email_verified: true });
  });

  it('does not take over an address that has an account', async () => {
    const { call, tokens, codeFor } = await verified();
    await call('SignUp', { Username: 'bo@example.com', Password: password });
    const AccessToken = tokens.AccessToken;
    await call('UpdateUserAttributes', {
      AccessToken,
      UserAttributes: [{ Name: 'email', Value: 'bo@example.com' }],
    });
    expect(
      (
        await call('VerifyUserAttribute', {
          AccessToken,
          AttributeName: 'email',
          Code: codeFor('bo@example.com'),
        })
      ).body.__type,
    ).toBe('AliasExistsException');
  });

  it('responds to ForgotPassword the same for a known and an unknown address', async () => {
    const { call, outbox } = await withUser();
    const known = await call('ForgotPassword', { Username: email });
    const unknown = await call('ForgotPassword', { Username: 'mio@elsewhere.org' });
    expect(unknown).toEqual(known);
    expect(outbox.messages()).toHaveLength(1);
    const confirm = (Username: string) =>
      call('ConfirmForgotPassword', { Username, ConfirmationCode: 'x', Password: 'another password' });
    expect(await confirm('mio@elsewhere.org')).toEqual(await confirm(email));
  });

  it('sets a new password with the mailed code, unlocks, verifies and ends all sessions', async () => {
    const { call, tokens, codeFor } = await signedIn({ wrongPasswords: { count: 1, windowMs: 15 * MINUTE } });
    await signInBySrp(call, email, 'wrong password');
    expect(await signInBySrp(call, email, password)).toEqual(locked);
    await call('ForgotPassword', { Username: email });
    const reset = (Password: string) =>
      call('ConfirmForgotPassword', { Username: email, ConfirmationCode: codeFor(email), Password });
    expect((await reset('short')).body.__type).toBe('InvalidPasswordException');
    expect((await reset('a brand new password')).status).toBe(200);
    expect((await call('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken })).status).toBe(400);
    const { body } = await signInBySrp(call, email, 'a brand new password');
    expect(decodeJwt(body.AuthenticationResult!.IdToken).email_verified).toBe(true);
    expect(await signInBySrp(call, email, password)).toEqual(wrong);
  });

  it('limits emails to one address, known or not', async () => {
    const { call, outbox } = await withUser({ codeMails: { count: 2, windowMs: 60 * MINUTE } });
    for (const Username of [email, 'nobody@example.com']) {
      await call('ForgotPassword', { Username });
      await call('ForgotPassword', { Username });
      expect((await call('ForgotPassword', { Username })).body.__type).toBe('LimitExceededException');
    }
    expect(outbox.messages()).toHaveLength(2);
  });

  it('limits emails to one address, even if many accounts change to it', async () => {
    const target = 'flooded@example.com';
    const test = createTestProvider({ keys, config: { codeMails: { count: 2, windowMs: 60 * MINUTE } } });
    const answers: (string | undefined)[] = [];
    for (const Username of ['a@example.com', 'b@example.com', 'c@example.com']) {
      await test.call('SignUp', { Username, Password: password });
      const { AccessToken } = (await signInBySrp(test.call, Username, password)).body.AuthenticationResult!;
      const asked = { AccessToken, AttributeName: 'email' };
      await test.call('GetUserAttributeVerificationCode', asked);
      await test.call('VerifyUserAttribute', { ...asked, Code: test.codeFor(Username) });
      const UserAttributes = [{ Name: 'email', Value: target }];
      answers.push((await test.call('UpdateUserAttributes', { AccessToken, UserAttributes })).body.__type);
    }
    expect(answers).toEqual([undefined, undefined, 'LimitExceededException']);
    expect(test.outbox.messages().filter(({ to }) => to === target)).toHaveLength(2);
  });

  it('reports that an email cannot be sent', async () => {
    const test = createTestProvider({
      keys,
      mail: { send: () => Promise.reject(new Error('no route to host')) },
    });
    await test.call('SignUp', { Username: email, Password: password });
    const { AccessToken } = (await signInBySrp(test.call, email, password)).body.AuthenticationResult!;
    expect(
      (await test.call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })).body
        .__type,
    ).toBe('CodeDeliveryFailureException');
    expect((await test.call('ForgotPassword', { Username: email })).status).toBe(200);
  });
});

describe('account', () => {
  it('changes the password of a signed-in user and ends the other sessions', async () => {
    const { call, tokens } = await signedIn();
    const other = (await signInBySrp(call, email, password)).body.AuthenticationResult!;
    const change = (PreviousPassword: string, ProposedPassword: string) =>
      call('ChangePassword', { AccessToken: tokens.AccessToken, PreviousPassword, ProposedPassword });
    expect(await change('wrong password', 'a brand new password')).toEqual(wrong);
    expect((await change(password, 'short')).body.__type).toBe('InvalidPasswordException');
    expect((await change(password, 'a brand new password')).status).toBe(200);
    expect((await signInBySrp(call, email, 'a brand new password')).status).toBe(200);
    expect((await call('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken })).status).toBe(200);
    expect((await call('GetTokensFromRefreshToken', { RefreshToken: other.RefreshToken })).status).toBe(400);
  });

  it('deletes a user with all sessions; the address is free again', async () => {
    const { call, tokens } = await signedIn();
    expect((await call('DeleteUser', { AccessToken: tokens.AccessToken })).status).toBe(200);
    expect((await call('GetUser', { AccessToken: tokens.AccessToken })).status).toBe(400);
    expect((await call('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken })).status).toBe(400);
    expect(await signInBySrp(call, email, password)).toEqual(wrong);
    expect((await call('SignUp', { Username: email, Password: password })).status).toBe(200);
  });
});

describe('endpoint', () => {
  it('returns 400 for unknown actions and other bodies', async () => {
    const { call, provider } = createTestProvider({ keys });
    expect((await call('AdminDeleteUser', {})).body.__type).toBe('UnknownOperationException');
    expect((await call('SignUp', {}, { 'x-amz-target': 'Other.SignUp' })).body.__type).toBe(
      'UnknownOperationException',
    );
    expect((await call('SignUp', {}, { 'content-type': 'text/plain' })).body.__type).toBe(
      'SerializationException',
    );
    const send = (body: string) =>
      provider.routes.request('http://localhost/', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
        },
        body,
      });
    expect((await send('{')).status).toBe(400);
    expect((await send('[]')).status).toBe(400);
    expect((await send('null')).status).toBe(400);
    expect((await send(JSON.stringify({ Username: 'x'.repeat(70_000) }))).status).toBe(413);
  });

  it('only serves its own hosts and pages', async () => {
    const { call } = createTestProvider({ keys, config: { allowedOrigins: ['http://localhost:5173'] } });
    const statusWith = async (headers: Record<string, string>) => (await call('GetUser', {}, headers)).status;
    expect(await statusWith({ host: 'localhost:8080' })).toBe(400);
    expect(await statusWith({ host: '[::1]:8080', origin: 'http://[::1]:8080' })).toBe(400);
    expect(await statusWith({ host: 'localhost:8080', origin: 'http://localhost:5173' })).toBe(400);
    expect(await statusWith({ host: 'evil.example' })).toBe(403);
    expect(await statusWith({ host: 'evil.example', origin: 'http://evil.example' })).toBe(403);
    expect(await statusWith({ host: 'localhost:8080', origin: 'http://evil.example' })).toBe(403);
    expect(await statusWith({ host: 'localhost:8080', origin: 'http://localhost:9999' })).toBe(403);
    expect(await statusWith({ host: 'localhost:8080', origin: 'null' })).toBe(403);
  });

  it('serves the configured public address, however the proxy names the host', async () => {
    const { publicUrl } = readConfig({ PUBLIC_URL: 'https://Notes.example.org/' });
    const callers = allowedCallers({ host: '0.0.0.0', publicUrl });
    const { call } = createTestProvider({ keys, config: callers });
    const statusWith = async (headers: Record<string, string>) => (await call('GetUser', {}, headers)).status;
    const origin = 'https://notes.example.org';
    expect(await statusWith({ host: 'notes.example.org', origin })).toBe(400);
    expect(await statusWith({ host: '127.0.0.1:8080', origin })).toBe(400);
    expect(await statusWith({ host: 'notes.example.org', origin: 'https://evil.example' })).toBe(403);
    expect(await statusWith({ host: 'evil.example', origin })).toBe(403);
  });

  it('only treats a server as local if it listens and is named here', () => {
    const asked = (host: string, publicUrl: string | null) => isForThisMachine({ host, publicUrl });
    expect(asked('127.0.0.1', null)).toBe(true);
    expect(asked('::1', 'http://localhost:9000')).toBe(true);
    expect(asked('127.0.0.1', 'https://notes.example.org')).toBe(false);
    expect(asked('0.0.0.0', null)).toBe(false);
  });

  it('limits the calls from one network address for the rest of the window', async () => {
    const { call, pass } = createTestProvider({ keys, config: { calls: { count: 2, windowMs: MINUTE } } });
    await call('GetUser', {});
    await call('GetUser', {});
    expect((await call('GetUser', {})).body.__type).toBe('TooManyRequestsException');
    pass(MINUTE);
    expect((await call('GetUser', {})).body.__type).toBe('InvalidParameterException');
  });

  it('only shows the public key', async () => {
    const { provider } = createTestProvider({ keys });
    const response = await provider.routes.request('http://localhost/.well-known/jwks.json');
    expect(await response.json()).toEqual(provider.jwks());
    expect(Object.keys(provider.jwks().keys[0]!).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it('prunes expired rows while it is used', async () => {
    const { call, store, tokens, pass } = await signedIn();
    const sessionId = decodeJwt(tokens.IdToken).origin_jti as string;
    pass(31 * 24 * 60 * MINUTE);
    expect(await store.findSession(sessionId)).toBeDefined();
    await call('RevokeToken', { Token: 'anything' });
    expect(await store.findSession(sessionId)).toBeUndefined();
  });

  it('returns 500 without the cause if the store fails', async () => {
    const test = createTestProvider({ keys });
    test.store.findUserByEmail = () => Promise.reject(new Error('relation idp_users does not exist'));
    expect(await test.call('ForgotPassword', { Username: email })).toEqual({
      status: 500,
      body: { __type: 'InternalErrorException', message: 'Please try again.' },
    });
  });

  it('refuses to start in production unless explicitly allowed', () => {
    const start = (environment: Record<string, string>) => () =>
      createIdentityProvider({
        store: createTestProvider({ keys }).store,
        keys,
        clock: () => new Date(),
        mail: createMailOutbox({ clock: () => new Date() }),
        logger: silentLog,
        config: { environment },
      });
    expect(start({ NODE_ENV: 'production' })).toThrow('HEARTHSCRIBE_EMBEDDED_IDENTITY=1');
    expect(start({ NODE_ENV: 'production', HEARTHSCRIBE_EMBEDDED_IDENTITY: '1' })).not.toThrow();
    expect(start({})).not.toThrow();
  });
});
