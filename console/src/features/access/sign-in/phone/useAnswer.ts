import { approvals } from '@claviger/contract/access/approvals'
import { useEffect, useState } from 'react'
import { call } from '#platform/data/call.ts'

const pause = 2000

export function useAnswer(done: (tokens: { accessToken: string; refreshToken: string }) => void) {
  const [ended, setEnded] = useState<string | null>(null)
  useEffect(() => {
    let here = true
    let timer = 0
    const ask = async () => {
      const { state } = await call(approvals.state, {}, { quiet: true })
      if (!here) return
      if (state === 'approved') done(await call(approvals.finish, {}, { quiet: true }))
      else if (state === 'ended') setEnded('')
      else timer = window.setTimeout(again, pause)
    }
    const again = () => {
      ask().catch((fault: unknown) => {
        if (here) setEnded((fault as Error).message)
      })
    }
    timer = window.setTimeout(again, pause)
    return () => {
      here = false
      window.clearTimeout(timer)
    }
  }, [done])
  return ended
}
