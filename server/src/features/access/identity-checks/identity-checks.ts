import { type AssuranceRules, assurancePreset } from '@claviger/contract/connect/identity-providers'
import { msg } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import {
  assuranceOf,
  isOidc,
  noteProviderUse,
  type OidcRow,
  type ProviderRow,
} from '#features/connect/identity-providers/identity-providers.ts'
import { userById, type UserRow } from '#features/people/users/users.ts'
import { type AssuranceResult, type ComparedFields, compareVerified, isVerified } from './identity-checks.claims.ts'

/** A provider that verifies identities, and never signs users in. */
export const isAssurance = (row: ProviderRow): row is OidcRow => isOidc(row) && row.preset === assurancePreset

const columns = {
  attribute1: 'scim_attribute_1',
  attribute2: 'scim_attribute_2',
  attribute3: 'scim_attribute_3',
  attribute4: 'scim_attribute_4',
  attribute5: 'scim_attribute_5',
} as const

const fieldsOf = (user: UserRow, { birthDateIn }: AssuranceRules): ComparedFields => ({
  firstName: user.first_name,
  lastName: user.last_name,
  birthDate: birthDateIn === null ? null : user[columns[birthDateIn]],
})

/** Compares a provider's answer with the user whom the check is about; nothing of the answer is stored. */
export async function checkIdentity(
  ctx: TransactionContext,
  row: OidcRow,
  about: string | null,
  raw: Readonly<Record<string, unknown>>,
): Promise<AssuranceResult> {
  const user = about === null ? undefined : await userById(ctx, about)
  const rules = assuranceOf(row)
  const nothing: ComparedFields = { firstName: null, lastName: null, birthDate: null }
  return compareVerified(rules, raw, user ? fieldsOf(user, rules) : nothing)
}

/** The user if the check was about them and every field matched; the log says which did, without the data. */
export async function verifiedUser(
  ctx: TransactionContext,
  row: OidcRow,
  { about, result }: { about: string | null; result: AssuranceResult },
  expected: string | null,
): Promise<string | undefined> {
  if (about === null || about !== expected) return undefined
  const user = await userById(ctx, about)
  if (!user || !(await noteProviderUse(ctx, row))) return undefined
  const name = `${user.first_name} ${user.last_name}`
  const entry = {
    action: 'identity.verified',
    object: { type: 'user', id: user.id, name },
    after: {
      provider: row.name,
      trustFramework: result.framework,
      matching: result.matched,
      differing: result.differing,
      notVerified: result.missing,
    },
  } as const
  if (isVerified(assuranceOf(row), result)) {
    await record(ctx, { ...entry, by: { id: user.id, name } })
    return user.id
  }
  const failed =
    result.framework === null
      ? msg('The provider sent no verified data of an accepted trust framework')
      : msg('The verified data differs from the data of the user')
  await recordRefused(ctx, { ...entry, failed }, { known: user.id })
  return undefined
}
