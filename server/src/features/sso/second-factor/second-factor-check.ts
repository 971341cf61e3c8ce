import { protocols } from '@claviger/contract/apps/applications/application-settings'
import { speaksDuo } from '@claviger/contract/apps/applications'
import type { secondFactorChecks } from '@claviger/contract/sso/second-factor'
import { msg, sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { applicationById } from '#features/apps/applications/applications.ts'
import { stateOf } from '#features/apps/applications/applications.people.ts'
import { findCall } from './second-factor.store.ts'

type Check = (typeof secondFactorChecks)[number]

export async function checkSecondFactor(ctx: TransactionContext, { id }: { id: string }) {
  const application = await applicationById(ctx, id)
  if (application?.protocol !== protocols.oidc || !application.settings.secondFactor) throw problem('not-found')
  const state = await stateOf(ctx, id)
  const { heard_at: heard = null, refused_at: refusedAt = null } = (await findCall(ctx.db, id)) ?? {}
  const secure = new URL(ctx.config.publicUrl).protocol === 'https:'
  const well = heard !== null && (refusedAt === null || refusedAt <= heard)
  const by = speaksDuo(application.settings) ? ('duo' as const) : ('entra' as const)
  const told: [Check, boolean, string][] = [
    [
      'address',
      secure,
      secure
        ? msg('This installation uses https.')
        : msg("This installation doesn't use https, which systems require for a second factor."),
    ],
    [
      'on',
      application.active,
      application.active ? msg('The application is turned on.') : msg('The application is turned off.'),
    ],
    [
      'assigned',
      state?.assigned === true,
      state?.assigned
        ? msg('The application is assigned to users.')
        : msg('The application is not assigned to any users yet, so no user can confirm.'),
    ],
    [
      'heard',
      well,
      well
        ? msg('The application has sent a request and authenticated successfully.')
        : heard === null && refusedAt === null
          ? msg("The application hasn't sent a request yet. Enter Claviger's values there and sign in once.")
          : msg('The last request was refused. See “Requests” for the reason.'),
    ],
    [
      'confirmed',
      (state?.lastUsedAt ?? null) !== null,
      state?.lastUsedAt ? msg('Users have confirmed sign-ins.') : msg('No user has confirmed a sign-in yet.'),
    ],
  ]
  return { by, checks: told.map(([name, ok, says]) => ({ name, ok, says: sayTo(ctx)(says) })) }
}
