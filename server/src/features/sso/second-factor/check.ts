import { speaksDuo } from '@claviger/contract/apps/applications'
import type { secondFactorChecks } from '@claviger/contract/sso/second-factor'
import { msg, sayTo } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { applicationById } from '../../apps/applications/applications.ts'
import { stateOf } from '../../apps/applications/applications.people.ts'
import { findCall } from './second-factor.store.ts'

type Check = (typeof secondFactorChecks)[number]

/** Whether what asks for a second factor is set up, here and there. Throws not-found. */
export async function checkSecondFactor(ctx: Ctx, { id }: { id: string }) {
  const application = await applicationById(ctx, id)
  if (application?.protocol !== 1 || !application.settings.secondFactor) throw problem('not-found')
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
        ? msg('It is reached here by https.')
        : msg('This installation has no https address, and what asks for a second factor knows none other.'),
    ],
    ['on', application.active, application.active ? msg('It is switched on.') : msg('It is switched off.')],
    [
      'assigned',
      state?.assigned === true,
      state?.assigned
        ? msg('It is assigned to the people whom it shall confirm.')
        : msg('It is assigned to nobody yet, so nobody is confirmed.'),
    ],
    [
      'heard',
      well,
      well
        ? msg('It has asked here, and proved who it is.')
        : heard === null && refusedAt === null
          ? msg('It has not asked here yet. Enter our values there and sign in once.')
          : msg('It was refused when it asked last. Its requests say why.'),
    ],
    [
      'confirmed',
      (state?.lastUsedAt ?? null) !== null,
      state?.lastUsedAt ? msg('People have been confirmed.') : msg('Nobody has been confirmed yet.'),
    ],
  ]
  return { by, checks: told.map(([name, ok, says]) => ({ name, ok, says: sayTo(ctx)(says) })) }
}
