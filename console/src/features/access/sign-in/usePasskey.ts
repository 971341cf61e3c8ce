import { signIn } from '@claviger/contract/access/sign-in'
import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import { useCallback, useEffect, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { askPasskey, CeremonyFault, needPasskeys } from '#platform/data/passkey-ceremony.ts'
import { isSilent } from '#platform/data/refusal.ts'
import { keep } from '#platform/data/tokens.ts'

type Tokens = { accessToken: string; refreshToken: string }

export const signInByPasskey = (): Promise<Tokens> => attempt(false)

async function attempt(autofill: boolean): Promise<Tokens> {
  needPasskeys()
  keep('interim', null)
  const { session, options } = await call(signIn.passkeyInitial, {}, { quiet: true })
  const assertion = await askPasskey(options, autofill)
  // The user may have started with an emailed code while the browser waited
  keep('interim', session)
  return call(signIn.passkeyLogin, assertion, { quiet: true })
}

/**
 * Passkey sign-in with a button and, if the browser supports conditional mediation, with autofill in the email field.
 */
export function usePasskey(done: (tokens: Tokens) => void, offered: boolean) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (!offered) return undefined
    let here = true
    const wait = async () => {
      if (!(await browserSupportsWebAuthnAutofill()) || !here) return
      const tokens = await attempt(true)
      if (here) done(tokens)
    }
    wait().catch((fault: unknown) => {
      if (here && !(fault instanceof CeremonyFault)) setProblem((fault as Error).message)
    })
    return () => {
      here = false
    }
  }, [done, offered])

  const press = useCallback(async () => {
    setBusy(true)
    setProblem(null)
    try {
      done(await attempt(false))
    } catch (fault) {
      if (!isSilent(fault)) setProblem((fault as Error).message)
    } finally {
      setBusy(false)
    }
  }, [done])

  return { press, busy, problem }
}
