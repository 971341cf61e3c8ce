import { registration } from '@claviger/contract/access/registration'
import { keyActivation } from '@claviger/contract/keys/key-activation'
import { useState } from 'react'
import { call } from '#platform/data/call.ts'
import { makePasskey } from '#platform/data/passkey-ceremony.ts'
import { isSilent } from '#platform/data/refusal.ts'

export function useMaking() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [made, setMade] = useState<string | null>(null)
  async function make(name: string) {
    setBusy(true)
    setProblem(null)
    try {
      const { creation } = await call(registration.challenge, {}, { quiet: true })
      const authenticationInfo = await makePasskey(creation)
      const called = name.trim() === '' ? {} : { name: name.trim() }
      setMade((await call(keyActivation.addHardware, { authenticationInfo, ...called }, { quiet: true })).name)
    } catch (fault) {
      if (!isSilent(fault)) setProblem((fault as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, made, make }
}
