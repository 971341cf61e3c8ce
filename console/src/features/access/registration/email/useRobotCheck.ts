import { registration } from '@claviger/contract/access/registration'
import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import { useEffect, useState } from 'react'
import { call } from '#platform/data/call.ts'

export interface RobotCheck {
  stage: 'checking' | 'checked' | 'failed'
  proof: string | null
  again: () => void
}

const createWorker = () => new Worker(new URL('./solve.ts', import.meta.url), { type: 'module' })

/** Solves the server's challenge in a worker, so that typing stays smooth; returns the proof for the server. */
async function solve(controller: AbortController): Promise<string> {
  const riddle = await call(registration.robotCheck, {}, { quiet: true, signal: controller.signal })
  const challenge = JSON.parse(riddle.challenge) as Challenge
  const concurrency = Math.min(4, navigator.hardwareConcurrency)
  const solution = await solveChallengeWorkers({
    challenge,
    counterMode: 'uint32',
    concurrency,
    createWorker,
    controller,
  })
  if (solution === null) throw new Error('The riddle was not solved')
  return btoa(JSON.stringify({ challenge, solution }))
}

export function useRobotCheck(): RobotCheck {
  const [round, setRound] = useState(0)
  const [done, setDone] = useState<{ round: number; proof: string | null } | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const end = (proof: string | null) => !controller.signal.aborted && setDone({ round, proof })
    solve(controller).then(end, () => end(null))
    return () => controller.abort()
  }, [round])
  const current = done?.round === round ? done : null
  return {
    stage: current === null ? 'checking' : current.proof === null ? 'failed' : 'checked',
    proof: current?.proof ?? null,
    again: () => setRound(round + 1),
  }
}
