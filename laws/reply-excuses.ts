interface Excuse {
  fields: RegExp
  why: string
}

/** Reply fields that may have the same value in the whole test run; each pattern starts with the call. */
export const constantFields: readonly Excuse[] = [
  {
    fields: /^\S+ \S+ \.(?:\w+\.)?(?:creation|options)\./,
    why: 'WebAuthn options: every ceremony requires the same, and user verification is never relaxed',
  },
  { fields: /^POST \/api\/v1\/auth\/\S+ \.expiresIn$/, why: 'access tokens are valid for 15 minutes' },
  {
    fields: /^GET \/api\/v1\/auth\/email\/initial \.resendAfter$/,
    why: 'a code by email can be sent again after 10 minutes; phone-code.test.ts expects 120 seconds by text or call, and records no replies',
  },
  { fields: /^GET \S+ \.(?:next|page|totalIs)$/, why: 'the lists of most tests fit on one page' },
  {
    fields:
      /^GET \/self-service\/\{id\} \.selfService\.(?:services\.enrollment|displayHomePageScreen|messages\.recovered|authenticatorOnboarding|mainUrl|msalAutomation|debugMode)$/,
    why: 'settings of a card page: docs/settings-that-act.md says what each changes and where that is checked',
  },
  {
    fields: /^GET \/self-service\/\{id\} \.selfService\.production$/,
    why: 'the test installation is never in production',
  },
  {
    fields: /^GET \/self-service\/\{id\} \.selfService\.workspace\.icon$/,
    why: 'tests of card pages keep the default picture of the workspace',
  },
  {
    fields: /^GET \/administrator\/securityDevice\S* \.items\[\]\.(?:proximity|audit)$/,
    why: 'settings of keys: docs/settings-that-act.md names the test that changes each',
  },
  {
    fields: /^POST \/administrator\/workspace\/fcp\/config \.(?:server|api)$/,
    why: 'the test installation has one address',
  },
  {
    fields: /^POST \/apis\/agent\/v1\/computers \.heartbeatSeconds$/,
    why: 'the agents of all workspaces report at the same interval',
  },
  {
    fields: /^POST \/auth\/key-activation \.(?:workspaceIcon|mailbox)$/,
    why: 'tests of activations keep the default picture and activate keys of users with an email',
  },
  {
    fields: /^POST \/api\/sso\/saml\/sp \.saml\.acs\[\]\.binding$/,
    why: 'a specified field; only the POST binding is supported',
  },
  { fields: /^GET \/api\/sso\/saml\/keys \.(?:announced|moved\[\])$/, why: 'few tests replace the signing key' },
  {
    fields: /^GET \/administrator\/groups \.items\[\]\.(?:rule|rulePending)$/,
    why: 'groups by a rule have test files of their own',
  },
  {
    fields: /^GET \/api\/v1\/auth\/passkey\/initial \.options\.allowCredentials\[\]$/,
    why: 'the browser offers all passkeys of the site, so that callers learn nothing about which ones exist',
  },
]
