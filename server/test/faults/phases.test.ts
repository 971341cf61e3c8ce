import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { faults, runPhase, type Outcome, phases, setStage, type Stage } from './phases.ts'

// `npm run faults` tries every fault in every phase and prints the table; npm test tries a sample
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })
const isWhole = process.env['FAULTS'] === 'long'

type Case = [keyof typeof phases, keyof typeof faults]
const all = Object.keys(phases).flatMap(phase => Object.keys(faults).map(fault => [phase, fault] as Case))
const sample: readonly Case[] = [
  ['start', 'connections are reset'],
  ['renewal', 'connections are reset'],
]

let stage: Stage
const outcomes: [...Case, Outcome][] = []

beforeAll(async () => {
  stage = await setStage()
})

afterAll(async () => {
  await stage.close()
  if (!isWhole) return
  const cells = outcomes.map(([phase, fault, { gap, acknowledged, lost, doubled }]) =>
    [
      phase.padEnd(10),
      fault.padEnd(34),
      acknowledged,
      lost.length,
      doubled.length,
      `${(gap / 1000).toFixed(1)} s`,
    ].join(' | '),
  )
  process.stdout.write(`\nphase | fault | acknowledged | lost | doubled | gap\n${cells.join('\n')}\n`)
})

test.each(isWhole ? all : sample)(
  'in the phase %s, when %s, nothing acknowledged is lost or doubled, and the next server starts',
  async (phase, fault) => {
    const outcome = await runPhase(stage, phase, fault)
    outcomes.push([phase, fault, outcome])
    expect(outcome).toMatchObject({ lost: [], doubled: [], unhandled: [] })
    expect(outcome.acknowledged).toBeGreaterThan(0)
    expect(outcome.gap).toBeLessThan(30_000)
  },
)
