import { afterAll, describe, expect, test, vi } from 'vitest'
import { type FaultName, faultsOf, type Outcome, type PhaseName, phases, runPhase } from './phases.ts'
import { type Place, setStage, type Stage } from './stages.ts'

// `npm run faults` tries every fault in every phase and prints the table; npm test tries a sample
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })
const isWhole = process.env['FAULTS'] === 'long'

type Case = [PhaseName, FaultName]
const phaseNames = Object.keys(phases) as PhaseName[]
const all = (place: Place) => phaseNames.flatMap(phase => faultsOf[place].map((fault): Case => [phase, fault]))
const sample: readonly Case[] = [
  ['start', 'connections are reset'],
  ['renewal', 'connections are reset'],
]

const cases: Record<Place, readonly Case[]> = isWhole
  ? { own: all('own'), embedded: all('embedded') }
  : { own: sample, embedded: [] }

const outcomes = new Map<string, Outcome>()
let stage: { place: Place; is: Stage } | undefined

async function stageOf(place: Place): Promise<Stage> {
  if (stage?.place === place) return stage.is
  await stage?.is.close()
  stage = { place, is: await setStage(place) }
  return stage.is
}

afterAll(async () => {
  await stage?.is.close()
  if (isWhole) process.stdout.write(`${tableOf('own')}\n${tableOf('embedded')}`)
})

/** A row for each fault and a column for each phase: confirmed, lost, and doubled changes, and the gap. */
function tableOf(place: Place): string {
  const cell = (phase: PhaseName, fault: FaultName) => {
    const found = outcomes.get(`${place} ${phase} ${fault}`)
    if (!found) return ''
    const { acknowledged, lost, doubled, gap } = found
    return `${acknowledged} / ${lost.length} / ${doubled.length}, ${(gap / 1000).toFixed(1)} s`
  }
  const rows = [
    [place, ...phaseNames],
    ['---', ...phaseNames.map(() => '---')],
    ...faultsOf[place].map(fault => [fault, ...phaseNames.map(phase => cell(phase, fault))]),
  ]
  return `\n${rows.map(row => `| ${row.join(' | ')} |`).join('\n')}\n`
}

const places: readonly Place[] = isWhole ? ['own', 'embedded'] : ['own']
describe.each(places)('on the %s database', place => {
  for (const [phase, fault] of cases[place])
    test(`in the phase ${phase}, when ${fault}, nothing acknowledged is lost or doubled, and the next server starts`, async () => {
      const outcome = await runPhase(await stageOf(place), phase, fault)
      outcomes.set(`${place} ${phase} ${fault}`, outcome)
      expect(outcome).toMatchObject({ lost: [], doubled: [], unhandled: [] })
      expect(outcome.acknowledged).toBeGreaterThan(0)
      expect(outcome.gap).toBeLessThan(30_000)
    })
})
