import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { bind, withoutTransaction } from '#http/bind.ts'
import { answerCheck, checkNamed, startCheck } from '../registration/identity-check.ts'
import { samlAnswer } from './acs.ts'
import { providerOfAddress } from './by-domain.ts'
import { oidcCallback } from './oidc/callback.ts'
import { completeSignIn } from './complete.ts'
import { signedOutByAddress, signedOutBySaml, endProviderSessions } from './provider-sign-out.ts'
import { externalAccountsOfUser, disconnectOfUser } from './external-accounts.ts'
import { confirmAccount, disconnectOwn, ownAccounts, waitingAccount } from './own-accounts.ts'
import { startSignIn, startTest } from './sign-in-start.ts'

export default bind(externalSignIn, {
  start: withoutTransaction(async (ctx, input) => {
    const { registration = '' } = input
    const check = checkNamed(ctx, registration)
    return check ? startCheck(ctx, registration, check) : startSignIn(ctx, input)
  }),
  callback: withoutTransaction(async (ctx, input) => {
    const check = checkNamed(ctx, input.state)
    return check ? answerCheck(ctx, input, check) : oidcCallback(ctx, input)
  }),
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
