import { account } from '@claviger/contract/access/account'
import { bind, withoutTransaction } from '#http/bind.ts'
import { challenge, me, ownWorkspace, part, updateDetails, updatePart } from './account.ts'
import { changeCodeSignIn } from './code-sign-in.ts'
import { beginContactChange, completeContactChange } from './contact.ts'
import { changePassword } from './own-password.ts'
import { registerStep, ribbon } from './progress.ts'
import { removeAccount } from './removal.ts'

export default bind(account, {
  self: me,
  details: me,
  updateDetails,
  part,
  updatePart,
  changeContact: beginContactChange,
  verifyContact: withoutTransaction(completeContactChange),
  codeSignIn: changeCodeSignIn,
  challenge,
  workspace: ownWorkspace,
  updateProfile: updateDetails,
  changePassword: withoutTransaction(changePassword),
  removeAccount,
  ribbon,
  registerStep,
})
