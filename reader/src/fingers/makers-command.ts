import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** The vendor's software of a fingerprint reader: a command that answers each input line with one line of JSON. */
export interface MakersCommand {
  /** Captures a finger and resolves to its template in base64url; undefined if there was none. */
  enrol(): Promise<string | undefined>
  match(among: readonly Template[]): Promise<string | undefined>
  end(): void
}

/** A fingerprint template in the vendor's format, base64url. */
export interface Template {
  readonly id: string
  readonly name: string
  readonly template: string
}

/** Parses a line; invalid lines, and those of an ended command, result in no answer. */
function read(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Starts the command with a shell, as its administrator would. */
export function commandAt(command: string): MakersCommand {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] })
  // A command that has ended is detected by its missing answers
  child.stdin.on('error', () => undefined)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let last: Promise<unknown> = Promise.resolve()
  // One request at a time, because there is only one reader
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
