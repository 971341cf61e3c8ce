import cluster from 'node:cluster'

export type ProcessMessage =
  | { is: 'ready'; words: string }
  | { is: 'asks'; id: number }
  | { is: 'figures'; id: number; figures: object[] }

/** `leave`: a replacement is running, so finish open requests and exit. */
export type SupervisorMessage =
  | { is: 'leave' }
  | { is: 'tell'; id: number }
  | { is: 'all'; id: number; figures: object[][] }

/** Environment variable with the process number, from 1. Every log line includes it. */
export const numberName = 'CLAVIGER_PROCESS'

const waiting = new Map<number, (figures: object[][]) => void>()
let asked = 0

export const sendToSupervisor = (said: ProcessMessage): void => void process.send?.(said)

export const onSupervisorMessage = (listen: (heard: SupervisorMessage) => void): void =>
  void process.on('message', listen)

export function answerFigures(own: () => Promise<object[]>): void {
  if (!cluster.isWorker) return
  onSupervisorMessage(heard => {
    if (heard.is === 'tell') void own().then(figures => sendToSupervisor({ is: 'figures', id: heard.id, figures }))
    if (heard.is === 'all') waiting.get(heard.id)?.(heard.figures)
  })
}

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
    sendToSupervisor({ is: 'asks', id })
  })
}
