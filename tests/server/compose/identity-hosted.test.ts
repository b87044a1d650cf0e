import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { describe, it } from 'vitest';
import { cognitoIdentityConfig } from '#server/compose/identity-config.ts';
import { createTokenVerifier } from '#server/http/token-verifier.ts';
import { identityPortSuite } from '#tests/support/identity-port-suite.ts';

const {
  COGNITO_TEST_USER_POOL_ID: userPoolId = '',
  COGNITO_TEST_CLIENT_ID: clientId = '',
  COGNITO_TEST_EMAIL_DOMAIN: domain = 'example.com',
} = process.env;

describe('a hosted user pool', () => {
  if (userPoolId === '' || clientId === '') {
    it.skip('(COGNITO_TEST_USER_POOL_ID and COGNITO_TEST_CLIENT_ID name no user pool)');
    return;
  }
  const verifier = createTokenVerifier({ kind: 'cognito', userPoolId, clientId });
  identityPortSuite({
    config: () => cognitoIdentityConfig({ userPoolId, clientId, oauthDomain: null }),
    origin: () => 'http://localhost',
    verify: (token) => verifier.verify(token),
    newAddress: () => `hearthscribe-test-${randomUUID()}@${domain}`,
  });
});
