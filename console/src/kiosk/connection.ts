import type { KioskState } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { language, msg, propose } from '#platform/light-page/page-texts.ts'
import { forgetKiosk, keepKiosk, keptKiosk } from './queue/kept-kiosk.ts'
import { afterRestart, measured, readClock, serverNow } from './queue/server-time.ts'
import type { Clock, ServerTime } from './queue/server-time.ts'
import type { Outcome } from './wire/kiosk-calls.ts'
import { send } from './wire/kiosk-calls.ts'
import type { addresses } from './wire/addresses.ts'

type Name = keyof typeof addresses

export interface ConnectionView {
  /** Null while nothing is known of the session. */
  readonly server: KioskState | null
  readonly refusal: string | null
  readonly online: boolean
}

/** What a kiosk and a marshal's phone share: their token, the server's clock, and whether the server answers. */
export interface Connection {
  readonly session: string
  readonly now: () => number
  readonly ask: <N extends Name>(name: N, input: Record<string, unknown>) => Promise<Outcome<N>>
  readonly take: (server: KioskState, hasNewToken?: boolean) => void
  readonly measure: (now: string, sent: Clock, received: Clock) => void
  /** Opens the kiosk with the code of a link or with an API key. */
  readonly open: (authority: string) => Promise<void>
  readonly refresh: () => Promise<void>
}

/** An API key, in contrast to the code of a link. */
const isApiKey = (authority: string) => authority.startsWith('cvg_') && !authority.startsWith('cvg_opening_')
const noLink = msg('Open the kiosk with the link from the console')

export function connect(session: string, tell: (view: Partial<ConnectionView>) => void): Connection {
  let token: string | null = null
  let time: ServerTime = { offset: 0, measuredBy: 'wall', steadyOffset: 0 }

  function measure(now: string, sent: Clock, received: Clock): void {
    time = measured(Date.parse(now), sent, received)
  }

  function take(server: KioskState, hasNewToken = false): void {
    if (token !== null) void keepKiosk({ session, token, time, state: server }, hasNewToken)
    const [first] = server.session.languages
    if (first !== undefined && !server.session.languages.includes(language())) void propose(first)
    tell({ server, refusal: null, online: true })
  }

  async function ask<N extends Name>(name: N, input: Record<string, unknown>): Promise<Outcome<N>> {
    const outcome = await send(name, input, token ?? '')
    if (outcome.is === 'lost') tell({ online: false })
    else if (outcome.is === 'refused' && outcome.status === 401) {
      await forgetKiosk(session)
      token = null
      tell({ refusal: outcome.message, server: null, online: true })
    } else tell({ online: true })
    return outcome
  }

  async function open(authority: string): Promise<void> {
    const outcome = await send('open', { sessionId: session }, authority)
    if (outcome.is === 'lost') return tell({ online: false })
    if (outcome.is === 'refused') return token === null ? tell({ refusal: outcome.message, online: true }) : refresh()
    token = outcome.reply.token
    measure(outcome.reply.state.now, outcome.sent, outcome.received)
    take(outcome.reply.state, true)
  }

  async function refresh(): Promise<void> {
    if (token === null) return
    const outcome = await ask('state', {})
    if (outcome.is !== 'answered') return
    measure(outcome.reply.now, outcome.sent, outcome.received)
    take(outcome.reply)
  }

  function takeCode(): string {
    const { hash, pathname, search } = window.location
    // The code must not stay in the history of a shared computer
    window.history.replaceState(null, '', pathname + search)
    return decodeURIComponent(hash.slice(1))
  }

  async function begin(): Promise<void> {
    const code = takeCode()
    const kept = await keptKiosk(session)
    if (kept) {
      token = kept.token
      time = afterRestart(kept.time)
      tell({ server: kept.state })
    }
    // A kiosk that starts with an API key in its address continues after a restart; a new link takes precedence
    if (code !== '' && (token === null || !isApiKey(code))) return open(code)
    return token === null ? tell({ refusal: noLink }) : refresh()
  }
  // A second link of the session changes only the fragment, so the page is not loaded again
  window.addEventListener('hashchange', () => {
    const code = takeCode()
    if (code !== '') void open(code)
  })
  void begin()
  return { session, now: () => serverNow(time, readClock()), ask, take, measure, open, refresh }
}
