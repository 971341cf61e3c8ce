import cluster from 'node:cluster'

// What the processes that share a port say to each other, through the one that watches over them. A process that is
// alone has nobody to talk to.

/** What a process says to the one that watches over it. */
export type Said =
  | { is: 'ready'; words: string }
  | { is: 'asks'; id: number }
  | { is: 'figures'; id: number; figures: object[] }

/** What it hears: `leave` says that another has its place, so answer what is under way and end. */
export type Heard = { is: 'leave' } | { is: 'tell'; id: number } | { is: 'all'; id: number; figures: object[][] }

/** Where a process finds its number, from 1; it is in every line that it logs. */
export const numberName = 'CLAVIGER_PROCESS'

const waiting = new Map<number, (figures: object[][]) => void>()
let asked = 0

/** Tells the one that watches over us. */
export const say = (said: Said): void => void process.send?.(said)

/** Listens to it from now on. */
export const hear = (listen: (heard: Heard) => void): void => void process.on('message', listen)

/** Answers the others with our figures when they ask. */
export function tellFigures(own: () => Promise<object[]>): void {
  if (!cluster.isWorker) return
  hear(heard => {
    if (heard.is === 'tell') void own().then(figures => say({ is: 'figures', id: heard.id, figures }))
    if (heard.is === 'all') waiting.get(heard.id)?.(heard.figures)
  })
}

/** The figures of the other processes, of those that answer. */
export function figuresOfOthers(): Promise<object[][]> {
  if (!cluster.isWorker) return Promise.resolve([])
  const id = ++asked
  return new Promise(done => {
    const end = (figures: object[][]) => {
      clearTimeout(late)
      waiting.delete(id)
      done(figures)
    }
    const late = setTimeout(end, 3000, [])
    waiting.set(id, end)
    say({ is: 'asks', id })
  })
}
