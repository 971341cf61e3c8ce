import type { Me } from '@claviger/contract/access/account'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import { userOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { consentToCodes } from '../sign-in/sign-in.ts'
import { mailNotice } from './account.letters.ts'
import { me, selfOf } from './account.ts'

/**
 * Lets an administrator sign in by a mailed code as well, or no more. Throws not-here for whom it decides nothing: people
 * without a role always may, super administrators never.
 */
export async function changeCodeSignIn(ctx: Ctx, { allowed }: { allowed: boolean }): Promise<Me> {
  const { id, name } = userOf(ctx)
  const before = await me(ctx)
  if (before.codes === 'always' || before.codes === 'never') throw problem('not-here')
  if (await consentToCodes(ctx, id, allowed)) {
    await record(ctx, {
      action: 'account.codes-changed',
      object: { type: 'user', id, name },
      before: { byMail: !allowed },
      after: { byMail: allowed },
    })
    const self = await selfOf(ctx)
    await mailNotice(ctx, self.email, self.first_name, allowed ? 'codesOn' : 'codesOff')
  }
  return { ...before, codes: allowed ? 'agreed' : 'not-agreed' }
}
