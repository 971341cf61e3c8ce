import type { ProfileContent } from '@claviger/contract/access/authentication-profiles'
import { msg } from '#platform/languages.ts'
import { type FieldProblem, problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { providerById } from '#features/connect/identity-providers/identity-providers.ts'
import { groupsAmong } from './authentication-profiles.store.ts'

/** Refuses an incomplete profile or missing references. @throws profile-incomplete */
export async function mustBeWholeProfile(ctx: TransactionContext, is: ProfileContent): Promise<void> {
  const fields: FieldProblem[] = []
  if (is.type === 'managed') {
    if (is.methods.length === 0) fields.push({ field: 'methods', message: msg('Choose at least one sign-in method') })
    if (is.autoStart && !is.methods.includes(is.autoStart))
      fields.push({
        field: 'autoStart',
        message: msg('The page can start automatically only with a method of this profile'),
      })
  } else if (!is.providerId) fields.push({ field: 'providerId', message: msg('Choose a provider') })
  else if (!(await providerById(ctx, is.providerId))?.active)
    fields.push({ field: 'providerId', message: msg('This provider is turned off or no longer exists') })
  const known = await groupsAmong(ctx.db, is.groups)
  for (const [place, group] of is.groups.entries())
    if (!known.has(group)) fields.push({ field: `groups.${place}`, message: msg('Group not found') })
  if (fields.length > 0) throw problem('profile-incomplete', undefined, fields)
}
