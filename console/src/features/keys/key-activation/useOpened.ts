import { keyActivation } from '@claviger/contract/keys/key-activation'
import { useEffect } from 'react'
import { keep } from '#platform/data/tokens.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { useLink } from '#shell/mailed/useLink.ts'
import type { OpenedActivation } from './Activation.tsx'

export interface OpenedLink {
  opened: OpenedActivation | null
  fault: string | null
}

export function useOpened(): OpenedLink {
  const { link, incomplete } = useLink()
  const { mutate, data, error } = useWrite(keyActivation.open, {
    quiet: true,
    done: reply => keep('interim', reply.session),
  })
  useEffect(() => {
    if (link !== '') mutate({ link })
  }, [link, mutate])
  return { opened: data ?? null, fault: incomplete ?? error?.message ?? null }
}
