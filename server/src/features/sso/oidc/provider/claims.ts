/** Which claims each scope opens (OpenID Connect Core 1.0 §5.4). */
export const claimsOfScopes = {
  // How and when somebody signed in is always told
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: ['address'],
  groups: ['groups'],
  iss: null,
  sid: null,
}

/** The scope that opens a claim; undefined where none does. */
export const scopeOfClaim = (claim: string): string | undefined =>
  Object.entries(claimsOfScopes as Record<string, string[] | null>).find(([, claims]) => claims?.includes(claim))?.[0]
