import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { bind, withoutTransaction } from '#http/bind.ts'
import { samlAnswer } from './acs.ts'
import { providerOfAddress } from './by-domain.ts'
import { oidcCallback } from './oidc/callback.ts'
import { completeSignIn } from './complete.ts'
import { signedOutByAddress, signedOutBySaml, endProviderSessions } from './provider-sign-out.ts'
import { externalAccountsOfUser, disconnectOfUser } from './of-users.ts'
import { confirmAccount, disconnectOwn, ownAccounts, waitingAccount } from './own-accounts.ts'
import { startSignIn, startTest } from './sign-in-start.ts'

export default bind(externalSignIn, {
  start: withoutTransaction(startSignIn),
  callback: withoutTransaction(oidcCallback),
  acs: withoutTransaction(samlAnswer),
  complete: completeSignIn,
  waiting: waitingAccount,
  confirm: confirmAccount,
  providerOf: providerOfAddress,
  test: startTest,
  mine: ownAccounts,
  disconnect: disconnectOwn,
  ofUser: externalAccountsOfUser,
  disconnectOfUser,
  signedOut: withoutTransaction(endProviderSessions),
  signedOutBySaml: withoutTransaction(signedOutBySaml),
  signedOutByAddress: withoutTransaction(signedOutByAddress),
})
