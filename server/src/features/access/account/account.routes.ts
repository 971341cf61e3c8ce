import { account } from '@claviger/contract/access/account'
import { bind, withoutTransaction } from '#http/bind.ts'
import { challengeForAccount, me, ownWorkspace, accountPart, updateDetails, updatePart } from './account.ts'
import { changeCodeSignIn } from './code-sign-in.ts'
import { beginContactChange, completeContactChange } from './contact.ts'
import { changeOwnPassword } from './own-password.ts'
import { registerStep, ribbonOf } from './progress.ts'
import { removeOwnAccount } from './removal.ts'

export default bind(account, {
  self: me,
  details: me,
  updateDetails,
  part: accountPart,
  updatePart,
  changeContact: beginContactChange,
  verifyContact: withoutTransaction(completeContactChange),
  codeSignIn: changeCodeSignIn,
  challenge: challengeForAccount,
  workspace: ownWorkspace,
  updateProfile: updateDetails,
  changePassword: withoutTransaction(changeOwnPassword),
  removeAccount: removeOwnAccount,
  ribbon: ribbonOf,
  registerStep,
})
