import type { account } from '@claviger/contract/access/account'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { record } from '#platform/record/record.ts'
import { userOf } from '#platform/db/transaction.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { mailNotice } from './account.mails.ts'
import { selfOf } from './account.ts'
import { hashPassword, mustMatchPassword, passwordOf, setPassword } from '../passwords/passwords.ts'

/** Sets or changes the user's own password after a recent confirmation. @throws verify-first, password-refused */
export async function changeOwnPassword(ctx: RequestContext, input: OutputOf<typeof account.changePassword.input>) {
  mustBeFresh(ctx)
  const actor = userOf(ctx)
  await mustMatchPassword(input.current, await ctx.transact(inside => passwordOf(inside, actor.id)))
  const hashed = await hashPassword(input.password)
  await ctx.transact(async inside => {
    const self = await selfOf(inside)
    await setPassword(inside, actor.id, hashed)
    await record(inside, {
      action: 'account.password-changed',
      object: { type: 'user', id: actor.id, name: actor.name },
    })
    await mailNotice(inside, self.email, self.first_name, 'password')
  })
  return { ok: true as const }
}
