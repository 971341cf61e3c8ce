import { signIn } from '@claviger/contract/access/sign-in'
import type { RequestContext } from '#platform/app-context.ts'
import { bind, withoutTransaction } from '#http/bind.ts'
import { refreshSession, signOut } from '../sessions/sessions.ts'
import { cancel } from './cancel.ts'
import { enterByCard } from './card-sign-in.ts'
import { enterDemo } from './demo.ts'
import { beginEmail, resendCode } from './email.ts'
import { completeEmail } from './email-login.ts'
import { beginPasskey, completePasskey } from './passkey.ts'
import { authenticationProfile } from './profile.ts'

export default bind(signIn, {
  emailInitial: beginEmail,
  code: resendCode,
  emailLogin: withoutTransaction(completeEmail),
  passkeyInitial: withoutTransaction(beginPasskey),
  passkeyLogin: withoutTransaction(completePasskey),
  cardLogin: withoutTransaction(enterByCard),
  cancel,
  refresh: withoutTransaction((ctx: RequestContext, { refreshToken }: { refreshToken: string }) =>
    refreshSession(ctx, refreshToken),
  ),
  logout: signOut,
  authenticationProfile,
  demo: enterDemo,
})
