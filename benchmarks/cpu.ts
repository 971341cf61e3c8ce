import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK']).toString())

interface ProcessTimes {
  parent: number
  ticks: number
}

/** Times of a process from /proc, with those of its ended children; undefined if it has ended. */
function timesOf(id: string): ProcessTimes | undefined {
  try {
    // The name before the last bracket can contain spaces
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const [, parent] = fields
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0)
    return { parent: Number(parent), ticks }
  } catch {
    return undefined
  }
}

/** CPU microseconds that a process and its descendants have used so far. Needs Linux. */
export function cpuMicroseconds(root: number): number {
  const all = new Map<number, ProcessTimes>()
  for (const id of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const times = timesOf(id)
    if (times) all.set(Number(id), times)
  }
  const isWithin = (id: number): boolean => id === root || (all.has(id) && isWithin(all.get(id)?.parent ?? 0))
  const ticks = [...all].reduce((sum, [id, times]) => (isWithin(id) ? sum + times.ticks : sum), 0)
  return (ticks / ticksPerSecond) * 1e6
}

/** The process that started a process. */
export const parentOf = (id: number): number => timesOf(String(id))?.parent ?? 0
