import type { OwnAccount } from '@claviger/contract/access/account'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { userOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { consentToCodes } from '../sign-in/sign-in.ts'
import { mailNotice } from './account.mails.ts'
import { me, selfOf } from './account.ts'

/**
 * Allows or disallows an administrator's sign-in with emailed codes.
 * @throws not-here if the setting has no effect: users without a role always can, super administrators never can.
 */
export async function changeCodeSignIn(
  ctx: TransactionContext,
  { allowed }: { allowed: boolean },
): Promise<OwnAccount> {
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
