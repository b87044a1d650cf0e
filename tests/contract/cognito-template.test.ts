import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { describe, expect, it } from 'vitest';

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type Record_ = { [name: string]: Json };

interface Template {
  Parameters: Record<string, Record_>;
  Conditions: Record<string, Json>;
  Resources: Record<string, { Type: string; Properties: Record_; DependsOn?: string }>;
  Outputs: Record<string, { Description: string; Value: Json }>;
}

const readTemplate = (): Template =>
  JSON.parse(
    readFileSync(new URL('../../docs/operations/cognito.template.json', import.meta.url), 'utf8'),
  ) as Template;
const specification = loadAwsServiceSpecSync();

interface PropertyType {
  type: string;
  element?: PropertyType;
  reference?: { $ref: string };
}

const isRecord = (value: Json | undefined): value is Record_ =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFunction = (value: Json) =>
  isRecord(value) && Object.keys(value).length === 1 && /^(Ref|Fn::\w+)$/.test(Object.keys(value)[0]!);

function faultsOf(value: Json, type: PropertyType, path: string): string[] {
  if (isRecord(value) && 'Fn::If' in value) {
    return (value['Fn::If'] as Json[]).slice(1).flatMap((branch) => faultsOf(branch, type, path));
  }
  if (isFunction(value)) return [];
  switch (type.type) {
    case 'ref': {
      const definition = specification.get('typeDefinition', type.reference!.$ref);
      if (!isRecord(value)) return [`${path}: an object is expected`];
      return faultsOfProperties(value, definition.properties as never, path);
    }
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((one, index) => faultsOf(one, type.element!, `${path}[${index}]`))
        : [`${path}: a list is expected`];
    case 'string':
      return typeof value === 'string' ? [] : [`${path}: a text is expected`];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${path}: true or false is expected`];
    case 'integer':
    case 'number':
      return typeof value === 'number' ? [] : [`${path}: a number is expected`];
    default:
      return [];
  }
}

function faultsOfProperties(
  given: Record_,
  known: Record<string, { type: PropertyType; required?: boolean }>,
  path: string,
): string[] {
  const unknown = Object.keys(given).filter((name) => !(name in known));
  const missing = Object.keys(known).filter((name) => known[name]!.required && !(name in given));
  return [
    ...unknown.map((name) => `${path}.${name} is unknown`),
    ...missing.map((name) => `${path}.${name} is missing`),
    ...Object.entries(given)
      .filter(([name]) => name in known)
      .flatMap(([name, value]) => faultsOf(value, known[name]!.type, `${path}.${name}`)),
  ];
}

function namesIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref') return [String(inner)];
    if (key === 'Fn::GetAtt') return [String((inner as Json[])[0])];
    if (key === 'Fn::Sub') return [...String(inner).matchAll(/\$\{([\w:]+)\}/g)].map((match) => match[1]!);
    return namesIn(inner);
  });
}

function lint(template: Template): string[] {
  const known = new Set([...Object.keys(template.Parameters), ...Object.keys(template.Resources)]);
  const dangling = [
    ...namesIn(template as unknown as Json),
    ...Object.values(template.Resources).flatMap((one) => one.DependsOn ?? []),
  ]
    .filter((name) => !name.startsWith('AWS::') && !known.has(name))
    .map((name) => `${name} is not in the template`);
  const used = new Set(namesIn(template as unknown as Json));
  const unused = Object.keys(template.Parameters)
    .filter((name) => !used.has(name))
    .map((name) => `parameter ${name} is not used`);
  return [
    ...dangling,
    ...unused,
    ...Object.entries(template.Resources).flatMap(([name, { Type, Properties }]) => {
      const [resource] = specification.lookup('resource', 'cloudFormationType', 'equals', Type);
      if (resource === undefined) return [`${name}: ${Type} is unknown`];
      return faultsOfProperties(Properties, resource.properties as never, name);
    }),
  ];
}

function trigger(name: string, environment: Record<string, string> = {}) {
  const code = (readTemplate().Resources[name]!.Properties.Code as Record_).ZipFile as string;
  const exports: { handler?: (event: object) => Promise<{ response: Record<string, unknown> }> } = {};
  runInNewContext(code, { exports, process: { env: environment } });
  return exports.handler!;
}

describe('the template of the user pool', () => {
  it('fits CloudFormation’s own description of every resource', () => {
    expect(lint(readTemplate())).toEqual([]);
  });

  it.each<[string, (template: Template) => void, string]>([
    [
      'a misspelled property',
      ({ Resources }) => (Resources.Client!.Properties.CallbackURL = []),
      'Client.CallbackURL is unknown',
    ],
    [
      'a missing property',
      ({ Resources }) => delete Resources.Google!.Properties.ProviderType,
      'Google.ProviderType is missing',
    ],
    [
      'a name that leads nowhere',
      ({ Resources }) => (Resources.Domain!.Properties.UserPoolId = { Ref: 'Pool' }),
      'Pool is not in the template',
    ],
    [
      'another type',
      ({ Resources }) => (Resources.Client!.Properties.IdTokenValidity = 'an hour'),
      'Client.IdTokenValidity: a number is expected',
    ],
    [
      'a fault further in',
      ({ Resources }) =>
        (((Resources.UserPool!.Properties.Policies as Record_).PasswordPolicy as Record_).Length = 8),
      'UserPool.Policies.PasswordPolicy.Length is unknown',
    ],
    [
      'a resource that there is not',
      ({ Resources }) => (Resources.Domain!.Type = 'AWS::Cognito::Domain'),
      'Domain: AWS::Cognito::Domain is unknown',
    ],
  ])('the check reports %s', (_, break_, fault) => {
    const template = readTemplate();
    break_(template);
    expect(lint(template)).toContain(fault);
  });

  it('[R1.6] has what the app needs: SRP, code flow, one callback, no secret', () => {
    const { Client, UserPool } = readTemplate().Resources;
    expect(Client!.Properties).toMatchObject({
      GenerateSecret: false,
      ExplicitAuthFlows: expect.arrayContaining(['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']),
      AllowedOAuthFlows: ['code'],
      CallbackURLs: [{ 'Fn::Sub': expect.stringMatching(/^\$\{SiteOrigin\}\/auth\/callback$/) }],
      PreventUserExistenceErrors: 'ENABLED',
    });
    expect(UserPool!.Properties.Policies).toMatchObject({ PasswordPolicy: { MinimumLength: 8 } });
  });

  it('[R4.12] confirms new users without verifying them, except those created by an administrator', async () => {
    const handler = trigger('PreSignUp');
    const asked = async (triggerSource: string) => (await handler({ triggerSource, response: {} })).response;
    expect(await asked('PreSignUp_SignUp')).toEqual({ autoConfirmUser: true });
    expect(await asked('PreSignUp_AdminCreateUser')).toEqual({});
    expect(await asked('PreSignUp_ExternalProvider')).toEqual({});
  });

  it('[R4.12] emails the code with a link to the app', async () => {
    const handler = trigger('CustomMessage', { SITE_ORIGIN: 'https://notes.example.org' });
    const request = { codeParameter: '{####}' };
    const { response } = await handler({
      triggerSource: 'CustomMessage_VerifyUserAttribute',
      request,
      response: {},
    });
    expect(response.emailMessage).toContain('{####}');
    expect(response.emailMessage).toContain('https://notes.example.org/campaign?verifyCode={####}');
    const other = await handler({ triggerSource: 'CustomMessage_ForgotPassword', request, response: {} });
    expect(other.response).toEqual({});
  });
});
