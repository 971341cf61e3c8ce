const last = 1_000_000
/** Distance between automatic priorities, so that others fit between. */
const gap = 10

interface Placed {
  id: string
  priority: number
}

export function nextPriority(used: readonly number[]): number {
  const behind = Math.floor((used.at(-1) ?? 0) / gap) * gap + gap
  return behind <= last ? behind : freePriorities(1, used)
}

export function freePriorities(from: number, used: readonly number[]): number {
  const taken = new Set(used)
  let at = from
  while (taken.has(at)) at++
  return at <= last ? at : freePriorities(1, used)
}

/**
 * The priorities to change when one policy moves before another, or last if `before` is null: as few as
 * possible, each by one. `all` must be ordered. Undefined if either is missing.
 */
export function movedTo(all: readonly Placed[], id: string, before: string | null): Map<string, number> | undefined {
  const moved = all.find(one => one.id === id)
  const others = all.filter(one => one.id !== id)
  const place = before === null ? others.length : others.findIndex(one => one.id === before)
  if (!moved || place === -1) return undefined
  const lower = others[place - 1]?.priority ?? 0
  const upper = others[place]?.priority ?? last + 1
  if (moved.priority > lower && moved.priority < upper) return new Map()
  if (place === others.length && lower < last) return new Map([[id, Math.min(lower + gap, last)]])
  if (upper - lower > 1) return new Map([[id, Math.floor((lower + upper) / 2)]])
  // Shifts the following ones up to the next gap, or the preceding ones down, whichever are fewer
  const run = (step: 1 | -1) => {
    const found: Placed[] = []
    let [at, expected] = step === 1 ? [place, upper] : [place - 1, lower]
    for (; others[at]?.priority === expected; at += step, expected += step) found.push(others[at] as Placed)
    return expected < 1 || expected > last ? undefined : found
  }
  const [up, down] = [upper > last ? undefined : run(1), run(-1)]
  const rising = up !== undefined && (down === undefined || up.length <= down.length)
  const pushed = (rising ? up : down) ?? []
  const step = rising ? 1 : -1
  return new Map([
    [id, rising ? upper : lower],
    ...pushed.map((one): [string, number] => [one.id, one.priority + step]),
  ])
}
