import type { Row, Waiting } from './waiting.ts'

/** `lost`: the server cannot be reached now. `refused`: it does not accept this kiosk; the queue is kept. */
export type SendOutcome = 'sent' | 'lost' | 'refused'

export interface Sender<T> {
  /** Sends what waits, now. `added`: what was just stored; the queue isn't read again if nothing else waits. */
  readonly wake: (added?: Row<T>) => void
}

const first = 1000
const longest = 15_000

/** Without it two tabs of the same kiosk would send the same taps; the server counts them once anyway. */
const alone = (name: string, act: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, act) : act()

/**
 * Sends a queue in its order, `most` at a time, and again after a failure: sooner at first, at the latest when the
 * browser is online again. `waits` gets what is in the queue, each time it was read.
 */
export function startSender<T>(
  name: string,
  queue: Waiting<T>,
  most: number,
  send: (rows: readonly Row<T>[]) => Promise<SendOutcome>,
  waits: (rows: readonly Row<T>[]) => void,
): Sender<T> {
  let working = false
  let isEmpty = false
  let again = false
  let delay = first
  let timer = 0

  async function read(): Promise<Row<T>[]> {
    const rows = await queue.all()
    isEmpty = rows.length === 0
    waits(rows)
    return rows
  }

  async function drain(added?: Row<T>): Promise<void> {
    const isKnown = added !== undefined && isEmpty
    isEmpty = false
    if (isKnown) waits([added])
    for (let rows = isKnown ? [added] : await read(); rows.length > 0; rows = await read()) {
      const batch = rows.slice(0, most)
      const outcome = await send(batch)
      if (outcome === 'refused') return
      if (outcome === 'lost') {
        timer = window.setTimeout(() => wake(), delay)
        delay = Math.min(delay * 2, longest)
        return
      }
      delay = first
      await queue.drop(batch)
    }
  }

  function wake(added?: Row<T>): void {
    if (working) {
      again = true
      return
    }
    working = true
    again = false
    clearTimeout(timer)
    void alone(name, () => drain(added)).finally(() => {
      working = false
      if (again) wake()
    })
  }
  window.addEventListener('online', () => {
    delay = first
    wake()
  })
  return { wake }
}
