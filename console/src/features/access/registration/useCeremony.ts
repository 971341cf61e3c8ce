import { messages } from '@claviger/contract/platform/messages'
import { WebAuthnAbortService } from '@simplewebauthn/browser'
import { useEffect, useState } from 'react'
import { isSilent, CallError } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'

export type CeremonyStage = 'ready' | 'waiting' | 'saving' | 'saved'

export interface Progress {
  waiting: (seconds: number) => void
  saving: () => void
}

/** Passkey errors as worded by the specification (R32); other errors keep their own text. */
function wordsFor(fault: Error): string {
  if (fault.message === t(messages['webauthn.timeout'])) return t(messages['security-key.activation-timeout'])
  const ofKey = fault instanceof CallError && /^(passkey-(refused|malformed)|challenge-)/.test(fault.code)
  return ofKey ? t(messages['security-key.set-failed']) : fault.message
}

const cancel = () => WebAuthnAbortService.cancelCeremony()

/** Creates a passkey step by step and can be canceled; `refused` can handle a refusal itself. */
export function useCeremony(refused: (refusal: CallError) => boolean = () => false) {
  const [stage, setStage] = useState<CeremonyStage>('ready')
  const [seconds, setSeconds] = useState(60)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => cancel, [])

  async function run(work: (progress: Progress) => Promise<void>) {
    setProblem(null)
    try {
      await work({
        waiting(limit) {
          setSeconds(limit)
          setStage('waiting')
        },
        saving: () => setStage('saving'),
      })
      setStage('saved')
    } catch (fault) {
      setStage('ready')
      if (isSilent(fault)) return
      if (fault instanceof CallError && refused(fault)) return
      setProblem(wordsFor(fault as Error))
    }
  }

  return { stage, seconds, problem, run, cancel }
}
