interface IdentitySettings {
  identityIssuer: string | undefined
  identityClientId: string | undefined
  identityClientSecret: string | undefined
  identityFrameworks: readonly string[]
  registrationSteps: readonly string[]
}

/** Refuses settings with which the server would register users without the check that the operator expects. */
export function identitySettingFaults({
  identityIssuer: issuer,
  identityClientId: id,
  identityClientSecret: secret,
  identityFrameworks: frameworks,
  registrationSteps: steps,
}: IdentitySettings): string[] {
  if (issuer === undefined)
    return id !== undefined || secret !== undefined || frameworks.length > 0
      ? ['IDENTITY_ISSUER is missing. IDENTITY_CLIENT_ID, IDENTITY_CLIENT_SECRET, and IDENTITY_FRAMEWORKS require it']
      : []
  const wrong: string[] = []
  if (id === undefined || secret === undefined)
    wrong.push('IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET are missing. IDENTITY_ISSUER requires both')
  if (!steps.includes('confirm-identity'))
    wrong.push('REGISTRATION_STEPS lacks confirm-identity. IDENTITY_ISSUER verifies users in this step')
  return wrong
}
