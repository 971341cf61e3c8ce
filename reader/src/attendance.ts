import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { post, ServerRefusal } from './server/access-key.ts'

// A kiosk without a screen: taps are kept in a file until the server has them (docs/attendance.md).

const under = '/apis/attendance-kiosk/v1'
const retryEvery = 5000
const mostTaps = 200
const longest = 512
/** Refusals that end by themselves. */
const passing = new Set(['unreachable', 'not-ready', 'too-many'])

interface Tap {
  readonly id: string
  readonly card: string
  readonly at: string
}

interface Kept {
  readonly session: string
  readonly token: string
  readonly taps: readonly Tap[]
}

interface Opened {
  readonly token: string
  readonly state: { readonly now: string; readonly session: { readonly title: string } }
}

interface Sent {
  readonly now: string
  readonly items: readonly {
    readonly id: string
    readonly outcome: string
    readonly tap: { readonly result: number; readonly name: string | null; readonly direction: string | null } | null
  }[]
}

export interface Kiosk {
  /** Stores a tap, and sends it if the server can be reached. */
  tap(text: string): Promise<void>
  /** Sends what waits once more, and stops. */
  close(): Promise<void>
}

export interface KioskSettings {
  readonly server: string
  readonly session: string
  readonly name: string
  readonly file: string
  /** Reads the API key; needed only if the kiosk is not open yet. */
  readonly key: () => Promise<string>
  readonly tell: (words: string) => void
}

const wordsOf = ({ outcome, tap }: Sent['items'][number]): string => {
  if (tap === null) return `Not recorded: ${outcome === 'closed' ? 'the session has ended' : 'the session is not open'}`
  const name = tap.name ?? 'Unknown person'
  if (tap.result === 1) return `${name}: checked ${tap.direction === 'out' ? 'out' : 'in'}`
  if (tap.result === 2) return `${name}: already recorded`
  return tap.result === 3 ? `${name}: no access` : 'Invalid card'
}

/** Opens a kiosk, or continues the one of the last start. @throws ServerRefusal if the server refuses the key */
export async function openKiosk({ server, session, name, file, key, tell }: KioskSettings): Promise<Kiosk> {
  let offset = 0
  const before = await readFile(file, 'utf8').then(
    text => JSON.parse(text) as Kept,
    () => undefined,
  )
  let kept: Kept = before?.session === session ? before : { session, token: '', taps: [] }

  async function keep(more: Partial<Kept>): Promise<void> {
    kept = { ...kept, ...more }
    await mkdir(dirname(file), { recursive: true })
    // Renamed into place, so that a power cut leaves the old file or the new one
    await writeFile(`${file}.new`, JSON.stringify(kept), { mode: 0o600, flush: true })
    await rename(`${file}.new`, file)
  }

  const now = () => new Date(Date.now() + offset).toISOString()

  if (kept.token === '') {
    const opened = await post<Opened>(server, '/open', await key(), { sessionId: session, name }, under)
    offset = Date.parse(opened.state.now) - Date.now()
    await keep({ token: opened.token })
    tell(`Recording attendance of ${opened.state.session.title}`)
  }

  let sending: Promise<void> | undefined

  async function send(): Promise<void> {
    while (kept.taps.length > 0) {
      const taps = kept.taps.slice(0, mostTaps)
      const sent = await post<Sent>(server, '/taps', kept.token, { now: now(), taps }, under)
      offset = Date.parse(sent.now) - Date.now()
      const done = new Set(taps.map(({ id }) => id))
      await keep({ taps: kept.taps.filter(({ id }) => !done.has(id)) })
      for (const item of sent.items) tell(wordsOf(item))
    }
  }

  const flush = (): Promise<void> =>
    (sending ??= send()
      .catch((fault: unknown) => {
        if (!(fault instanceof ServerRefusal) || !passing.has(fault.code)) throw fault
        tell(`${kept.taps.length} waiting: the server does not answer`)
      })
      .finally(() => (sending = undefined)))

  const timer = setInterval(() => {
    if (kept.taps.length > 0) void flush().catch((fault: Error) => tell(fault.message))
  }, retryEvery)
  await flush()
  return {
    async tap(text) {
      await keep({ taps: [...kept.taps, { id: randomUUID(), card: text.slice(0, longest), at: now() }] })
      await sending
      await flush()
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
