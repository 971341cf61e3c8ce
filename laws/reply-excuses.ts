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
  { fields: /\.expiresIn$/, why: 'access tokens are valid for 15 minutes' },
  {
    fields: /^GET \/api\/v1\/auth\/email\/initial \.resendAfter$/,
    why: 'the first resend is always possible after 10 minutes',
  },
  { fields: /^GET \S+ (?:\.items\[\])?\.(?:decision\.facts\.)?ip$/, why: 'tests call from one address' },
  { fields: /^GET \/internal\/scim\S* \S*\.?url$/, why: 'the test installation has one address' },
  { fields: /^GET \S+ \.(?:next|page|totalIs)$/, why: 'the lists of most tests fit on one page' },
  { fields: /^POST \/administrator\/groups \.policyCount$/, why: 'no policy names a new group' },
]
