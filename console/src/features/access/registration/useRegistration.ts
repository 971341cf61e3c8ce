import { registration } from '@claviger/contract/access/registration'
import type { RegistrationState } from '@claviger/contract/access/registration'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { CallError } from '#platform/data/refusal.ts'
import { storedToken, keep } from '#platform/data/tokens.ts'
import { t } from '#platform/text/text.ts'
import { screenOf, stepAfter, stepBefore } from './flow.ts'
import type { RegistrationKind, StepName } from './flow.ts'
import type { StepProps } from './step.ts'

interface Position {
  state: RegistrationState | null
  kind: RegistrationKind | null
  step: StepName
  origin: StepName | null
  notice: string | null
}

// Most users register for work and continue with one key
const beginning: Position = { state: null, kind: 'work', step: 'email', origin: null, notice: null }

const at = (state: RegistrationState, notice: string | null = null): Position => ({
  state,
  kind: state.kind,
  step: screenOf(state.step),
  origin: null,
  notice,
})

const ended = new Set(['link-spent', 'not-signed-in', 'session-ended'])

async function standing(): Promise<Position> {
  const link = new URLSearchParams(window.location.search).get('resume')
  try {
    if (link !== null) {
      const { session, state } = await call(registration.resume, { link }, { quiet: true })
      keep('interim', session)
      // The link's token is a credential, so remove it from the address
      window.history.replaceState(null, '', window.location.pathname)
      return at(state)
    }
    if (storedToken('interim') === null) return beginning
    return await afterCheck()
  } catch (fault) {
    if (!(fault instanceof CallError) || fault.status === 0 || fault.status >= 500) throw fault
    if (link === null) keep('interim', null)
    return link === null ? beginning : { ...beginning, notice: fault.message }
  }
}

/** Where the registration is, after the verification service sent the browser back with a code or without. */
async function afterCheck(): Promise<Position> {
  const fragment = new URLSearchParams(window.location.hash.slice(1))
  const [verified, reference] = [fragment.get('identity'), fragment.get('unverified')]
  if (verified !== null || reference !== null) window.history.replaceState(null, '', window.location.pathname)
  const told = (notice: string | null = null) =>
    call(registration.state, {}, { quiet: true }).then(state => at(state, notice))
  if (reference !== null)
    return told(t("The verification didn't succeed. Try again. Reference: {reference}", { reference }))
  if (verified === null) return told()
  try {
    return at(await call(registration.confirmIdentity, { verified }, { quiet: true }))
  } catch (fault) {
    if (!(fault instanceof CallError) || ended.has(fault.code)) throw fault
    return told(fault.message)
  }
}

/** The registration in this tab. The server owns its state; only the open step is kept here. */
export function useRegistration() {
  const [position, setPosition] = useState<Position | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const asked = useRef(false)

  const load = useCallback(() => {
    setFault(null)
    standing().then(setPosition, setFault)
  }, [])
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    load()
  }, [load])

  // Keeps the current step visible until the next step's file has loaded
  const change = (changes: Partial<Position>) =>
    startTransition(() => setPosition(now => now && { ...now, notice: null, ...changes }))

  function stepProps({ state, kind, step, origin }: Position): StepProps {
    const earlier = origin ?? stepBefore(kind, state, step)
    return {
      state,
      kind,
      pick: picked => setPosition(now => now && { ...now, kind: picked }),
      advance: told => change({ state: told, kind: told.kind, step: stepAfter(told, step, origin), origin: null }),
      open: other => change({ step: other }),
      mend: (other, why) => change({ step: other, origin: step, notice: why ?? null }),
      back: earlier === null ? undefined : () => change({ step: earlier, origin: null }),
      refused(refusal) {
        if (refusal.code === 'wrong-step') {
          call(registration.state, {}, { quiet: true }).then(told => setPosition(at(told, refusal.message)), setFault)
          return true
        }
        if (!ended.has(refusal.code)) return false
        keep('interim', null)
        setPosition({ ...beginning, notice: t('This registration has expired. Start again.') })
        return true
      },
    }
  }

  return { position, fault, load, stepProps }
}
