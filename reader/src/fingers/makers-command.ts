import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** The maker's side of a fingerprint reader: a command that answers one line of JSON to each that it is given. */
export interface MakersCommand {
  /** Takes a finger and answers its template, in base64url; undefined where none came. */
  enrol(): Promise<string | undefined>
  /** Waits for a finger and answers which of these it is; undefined for none of them. */
  match(among: readonly Template[]): Promise<string | undefined>
  end(): void
}

/** A finger as its maker writes it, base64url. */
export interface Template {
  readonly id: string
  readonly name: string
  readonly template: string
}

/** What a line says; one that is no answer is none, and neither is that of a command that has ended. */
function read(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Starts such a command, by a shell as the one who set it would. */
export function commandAt(command: string): MakersCommand {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] })
  // That it has ended shows in what it answers
  child.stdin.on('error', () => undefined)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let last: Promise<unknown> = Promise.resolve()
  // One finger after another: there is one reader
  const ask = (asked: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const answered = last.then(async () => {
      child.stdin.write(`${JSON.stringify(asked)}\n`)
      const { value, done } = await lines.next()
      return done ? {} : read(value)
    })
    last = answered
    return answered
  }
  const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    enrol: async () => textIn((await ask({ do: 'enrol' }))['template']),
    async match(among) {
      const finger = textIn((await ask({ do: 'match', among }))['finger'])
      return among.find(({ id }) => id === finger)?.id
    },
    end: () => void child.kill(),
  }
}
