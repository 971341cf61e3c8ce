import { X509Certificate } from 'node:crypto'
import {
  assurancePreset,
  type OidcInput,
  type PeopleRules,
  protocols,
  type SamlInput,
} from '@claviger/contract/connect/identity-providers'
import { accountRoles, permissionsOf, type WorkspaceRole } from '@claviger/contract/platform/permissions'
import { administratorOf } from '#platform/db/transaction.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { Config } from '#platform/config.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustIdentify, mustNotFillIdentifiers } from '#features/people/addresses/addresses.identifiers.ts'
import { isWebAddress } from '#integrations/private-addresses.ts'
import { mustHaveGroups } from '#features/people/groups/groups.ts'
import { canActForAll, groupsAbove, mustReachShared } from '#features/work/rank/rank.ts'
import type { ProviderMetadata } from './metadata.parse.ts'

// A caller without permissions: all users with a role are out of its reach
const nobody = { id: null, name: '', holds: [], unitsOf: null }

/** Refuses a field with an error. @throws invalid-input */
export function refuse(field: string, message: string): never {
  throw problem('invalid-input', message, [{ field, message }])
}

/** A provider can sign in any user, so changing one requires full permissions. @throws acts-for-all */
export function mustActForAll(ctx: TransactionContext): void {
  if (!canActForAll(ctx)) throw problem('acts-for-all')
}

/** Only OpenID Connect verifies identities, and a provider can't change between that and signing in. @throws invalid-input */
export function checkPreset(
  protocol: number,
  { preset, assurance }: Pick<OidcInput, 'preset'> & Partial<Pick<OidcInput, 'assurance'>>,
  before: string = preset,
): void {
  const assures = preset === assurancePreset
  if (assures !== (before === assurancePreset))
    refuse('preset', msg("This type can't be changed later. Add another provider"))
  if (!assures) return
  if (protocol !== protocols.oidc) refuse('preset', msg('Identity verification requires OpenID Connect'))
  if (assurance?.match.includes('birthDate') === true && assurance.birthDateIn === null)
    refuse('assurance.birthDateIn', msg('Choose the attribute with the date of birth'))
}

/**
 * Refuses rules that grant more than their author has: a higher role, a group that gives access to an account of
 * a user with a higher role, or of a user with a role. Throws invalid-input, above-you, identifier-unguarded, identifiers-shared,
 * members-not-by-hand and not-found.
 */
export async function checkUserRules(ctx: TransactionContext, preset: string, people: PeopleRules): Promise<void> {
  const own = administratorOf(ctx).permissions
  for (const { role } of people.roles) {
    const given = permissionsOf({
      accountRole: accountRoles.administrator,
      workspaceRole: role as WorkspaceRole,
      additional: [],
    })
    for (const may of given)
      if (may.includes('.') && !own.has(may)) refuse('people.roles', msg('This role has more permissions than you'))
  }
  if (preset === 'entra' && people.link === 'email')
    refuse('people.link', msg('Entra ID does not verify email addresses. Choose another field, or let users confirm'))
  if (people.link !== 'none' && people.domains.length === 0)
    refuse('people.domains', msg('Enter the domains this provider is trusted for, or let each user confirm'))
  if (people.create && people.domains.length === 0)
    refuse('people.domains', msg('Enter the domains whose users can be created'))
  if (people.create || people.update)
    await mustNotFillIdentifiers(
      ctx,
      Object.entries(people.toldBy).flatMap(([field, by]) => (by === '' || field === people.link ? [] : [field])),
    )
  // Who is found by an attribute must be the only one who has it; the provider itself never fills it
  if (people.link.startsWith('attribute')) await mustIdentify(ctx, [people.link])
  const groups = [...new Set(people.groups.map(one => one.group))]
  if (groups.length === 0) return
  await mustHaveGroups(ctx, groups)
  await mustReachShared(ctx, groups)
  if ((await groupsAbove(ctx, nobody, groups)).size > 0) throw problem('members-not-by-hand')
}

/** Splits a PEM text into certificates. @throws invalid-input */
export function readCertificates(text: string): string[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (found.length === 0) refuse('certificates', msg("Paste the provider's signing certificate in PEM format"))
  if (found.length > 5) refuse('certificates', msg('A provider can have at most five certificates'))
  return found
}

/** Earliest expiry of some certificates. @throws invalid-input if one is unreadable */
export function endOfCertificates(certificates: readonly string[], now: Date): Date {
  const ends = certificates.map(pem => {
    try {
      return new Date(new X509Certificate(pem).validTo).getTime()
    } catch {
      return refuse('certificates', msg('This is not a PEM certificate'))
    }
  })
  if (Math.max(...ends) <= now.getTime()) refuse('certificates', msg('This certificate has expired'))
  return new Date(Math.min(...ends.filter(one => one > now.getTime())))
}

/** Trust settings of a SAML provider: from its metadata if given, otherwise from the form. @throws invalid-input */
export function trustedMetadataOf(
  input: Pick<SamlInput, 'entityId' | 'ssoUrl' | 'ssoBinding' | 'sloUrl' | 'certificates'>,
  says: ProviderMetadata | undefined,
  config: Pick<Config, 'privateNetworks'>,
): ProviderMetadata {
  const all: ProviderMetadata = {
    entityId: says?.entityId || input.entityId || '',
    ssoUrl: says?.ssoUrl || input.ssoUrl || '',
    ssoBinding: says?.ssoUrl ? says.ssoBinding : input.ssoBinding,
    sloUrl: says?.sloUrl || input.sloUrl || '',
    certificates: says?.certificates ?? (input.certificates ? readCertificates(input.certificates) : []),
  }
  if (all.entityId === '') refuse('entityId', msg("Enter the provider's entity ID or its metadata"))
  if (all.ssoUrl === '') refuse('ssoUrl', msg("Enter the provider's sign-in URL"))
  if (all.certificates.length === 0)
    refuse('certificates', msg("Paste the provider's signing certificate in PEM format"))
  for (const [field, url] of [
    ['ssoUrl', all.ssoUrl],
    ['sloUrl', all.sloUrl],
  ] as const)
    if (url !== '' && !isWebAddress(config, url)) refuse(field, msg('This URL must start with https://'))
  return all
}
