// Parameter values of malicious clients.
/** JSON with this nesting depth. */
export const deepJson = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`

/** Texts that often break storage, parsers, and comparisons. */
export const texts = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '',
  ' ',
  '%00',
  '%',
  '../../etc/passwd',
  "';--",
  '__proto__',
  'constructor',
  '\u202e\u0007\u001b[2J',
  '🙂'.repeat(40),
  '٣',
  'x'.repeat(300),
  'y'.repeat(9000),
  '-1',
  '1e400',
  '9'.repeat(30),
  '00000000-0000-0000-0000-000000000000',
  'http://[::1',
  'javascript:alert(1)',
  'null',
  'a@b\0.example',
  '{"a":1}',
  '<a/>',
  'PHNhbWw+',
] as const

/** Values of unexpected types. */
export const values: readonly unknown[] = [
  ...texts,
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  [],
  [[]],
  {},
  { a: {} },
  [null],
  ['\0'],
]

/** Texts in the address as sent, including broken encodings. */
export const rawTexts = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF%FE',
  '%C0%80',
  '%',
  '%zz',
  '%2E%2E%2F',
  '%2F',
  'x'.repeat(1400),
  encodeURIComponent("';--"),
  encodeURIComponent('\u202e🙂'),
  '__proto__',
  '-1',
  '00000000-0000-0000-0000-000000000000',
] as const

/** Parameter names of the protocols. */
export const names = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code',
  'grant_type',
  'refresh_token',
  'device_code',
  'user_code',
  'token',
  'token_type_hint',
  'request',
  'request_uri',
  'id_token_hint',
  'login_hint',
  'claims',
  'nonce',
  'prompt',
  'max_age',
  'client_assertion',
  'client_assertion_type',
  'code_verifier',
  'code_challenge',
  'subject_token',
  'xsrf',
  'SAMLRequest',
  'SAMLResponse',
  'RelayState',
  'SigAlg',
  'Signature',
  'host',
  'browser',
  'to',
  'filter',
  'startIndex',
  'count',
  'sortBy',
  'id',
  'email',
  'workspace',
  'ref',
] as const

const inBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Tokens with NUL in values that a library looks up before it verifies the signature. */
const token = (algorithm: string) =>
  `${inBase64({ alg: algorithm, kid: '\0' })}.${inBase64({ iss: 'a\0b', sub: 'a\0b', aud: 'a\0', client_id: 'a\0b', jti: '\0', sid: '\0', exp: 4e9 })}.${algorithm === 'none' ? '' : 'AAAA'}`
const tokens = [token('none'), token('HS256'), token('RS256')]

/** Valid values, so that requests get past the first checks. */
export const usualFields: Readonly<Record<string, readonly string[]>> = {
  grant_type: [
    'authorization_code',
    'refresh_token',
    'client_credentials',
    'urn:ietf:params:oauth:grant-type:device_code',
    'urn:ietf:params:oauth:grant-type:token-exchange',
  ],
  response_type: ['code', 'id_token'],
  scope: ['openid', 'openid offline_access'],
  client_assertion: tokens,
  request: tokens,
  id_token_hint: tokens,
  subject_token: tokens,
  client_assertion_type: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
}
