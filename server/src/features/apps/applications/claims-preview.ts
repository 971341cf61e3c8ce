import type { applications } from '@claviger/contract/apps/applications'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { administratorOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { claimedPerson, groupFilterOf, mapClaims } from './applications.claims.ts'
import { applicationById } from './applications.ts'

/** Claims of a user for an application, with its stored or a draft mapping. @throws not-found, not-permitted */
export async function previewClaims(
  ctx: TransactionContext,
  input: OutputOf<(typeof applications.calls)['preview']['input']>,
) {
  // The preview reveals user attributes, so it requires permission to read users
  if (!administratorOf(ctx).permissions.has('users.read')) throw problem('not-permitted')
  const application = await applicationById(ctx, input.id)
  if (!application) throw problem('not-found')
  const person = await claimedPerson(ctx, input.user, input.groupsFilter ?? groupFilterOf(application))
  if (!person) throw problem('not-found')
  const mapping = input.mapping ?? application.mapping
  const claims = mapClaims(mapping, person)
  return {
    claims: Object.entries(claims).map(([name, value]) => ({ name, values: [value].flat() })),
    empty: mapping.filter(row => !Object.hasOwn(claims, row.name)).map(row => row.name),
  }
}
