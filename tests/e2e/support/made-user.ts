import { CLIENT_ID, callsOf, signInBySrp } from '#tests/support/identity-client.ts';

export interface Credentials {
  email: string;
  password: string;
}

export interface UserNeeds {
  accepted?: boolean;
  verified?: boolean;
}

async function successful(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response;
}

export async function mailsTo(origin: string, email: string): Promise<{ subject: string; text: string }[]> {
  const response = await successful(fetch(`${origin}/dev/mail.json`));
  const { messages } = (await response.json()) as {
    messages: { to: string; subject: string; text: string }[];
  };
  return messages.filter(({ to }) => to === email);
}

export async function codeFor(origin: string, email: string): Promise<string> {
  const [newest] = await mailsTo(origin, email);
  const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`No code was mailed to ${email}.`);
  return code;
}

export async function makeUser(
  origin: string,
  { email, password }: Credentials,
  { accepted = true, verified = true }: UserNeeds = {},
): Promise<Record<string, string>> {
  const call = callsOf({ request: (_url, init) => fetch(`${origin}/idp/`, init) });
  await call('SignUp', {
    Username: email,
    Password: password,
    UserAttributes: [{ Name: 'email', Value: email }],
  });
  const signIn = async () => {
    const { AuthenticationResult: tokens } = (await signInBySrp(call, email, password)).body;
    if (tokens === undefined) throw new Error(`${email} could not sign in.`);
    return tokens;
  };
  let tokens = await signIn();
  if (verified) {
    const { AccessToken } = tokens;
    await call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' });
    await call('VerifyUserAttribute', {
      AccessToken,
      AttributeName: 'email',
      Code: await codeFor(origin, email),
    });
    tokens = await signIn();
  }
  const post = (path: string, body: object) =>
    successful(
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.IdToken}` },
        body: JSON.stringify(body),
      }),
    );
  await post('/login', { idToken: tokens.IdToken, userSourceInfo: null });
  if (accepted) {
    const listed = await successful(
      fetch(`${origin}/agreements`, { headers: { authorization: `Bearer ${tokens.IdToken}` } }),
    );
    for (const { name, version } of (await listed.json()) as { name: string; version: string }[]) {
      await post('/accept_agreement', { agreement_name: name, agreement_version: version });
    }
  }
  const prefix = `CognitoIdentityServiceProvider.${CLIENT_ID}`;
  const { sub } = JSON.parse(Buffer.from(tokens.IdToken.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string;
  };
  return {
    [`${prefix}.LastAuthUser`]: sub,
    [`${prefix}.${sub}.idToken`]: tokens.IdToken,
    [`${prefix}.${sub}.accessToken`]: tokens.AccessToken,
    [`${prefix}.${sub}.refreshToken`]: tokens.RefreshToken ?? '',
    [`${prefix}.${sub}.clockDrift`]: '0',
    [`${prefix}.${sub}.signInDetails`]: JSON.stringify({ loginId: email, authFlowType: 'USER_SRP_AUTH' }),
  };
}
