import type { Worker } from 'node:cluster'
import type { SupervisorMessage, ProcessMessage } from '../platform/processes.ts'

/** Processes that don't answer in time are left out; milliseconds. */
const patience = 2000

interface Round {
  id: number
  asker: Worker
  open: Set<Worker>
  figures: object[][]
  late: NodeJS.Timeout
}

export function relay(all: () => readonly Worker[]): (worker: Worker, said: ProcessMessage) => void {
  const rounds = new Map<number, Round>()
  let next = 0
  const tell = (worker: Worker, heard: SupervisorMessage) => {
    if (worker.isConnected()) worker.send(heard)
  }
  const end = (key: number) => {
    const round = rounds.get(key)
    if (!round) return
    rounds.delete(key)
    clearTimeout(round.late)
    tell(round.asker, { is: 'all', id: round.id, figures: round.figures })
  }
  return (worker, said) => {
    if (said.is === 'asks') {
      const key = ++next
      const open = new Set(all().filter(other => other !== worker))
      rounds.set(key, { id: said.id, asker: worker, open, figures: [], late: setTimeout(end, patience, key) })
      for (const other of open) tell(other, { is: 'tell', id: key })
      if (open.size === 0) end(key)
    }
    if (said.is === 'figures') {
      const round = rounds.get(said.id)
      if (!round?.open.delete(worker)) return
      round.figures.push(said.figures)
      if (round.open.size === 0) end(said.id)
    }
  }
}
