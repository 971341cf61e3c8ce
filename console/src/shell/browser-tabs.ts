import { sessions } from '@claviger/contract/access/sessions'
import { call } from '../platform/data/call.ts'
import { tokenFamily, storedToken, joinFamily, keepTokens } from '../platform/data/tokens.ts'

// A tab opened next to a signed-in tab obtains its own session through it. Tokens pass only between tabs of one
// browser and are stored only in each tab's own storage; without such a tab there is no delay.

interface Tokens {
  accessToken: string
  refreshToken: string
}

type Said =
  | { says: 'asks'; from: string }
  | { says: 'offers'; from: string; to: string; used: number }
  | { says: 'takes'; from: string; to: string }
  | { says: 'gives'; to: string; tokens: Tokens; family: string }
  | { says: 'begun' }
  | { says: 'over'; from: string; family: string }

const name = 'signed-in tabs'
const page = crypto.randomUUID()
/** Waits for the first offer, then collects others and takes the most recently used, then waits for tokens; ms. */
const patience = { first: 3000, others: 50, tokens: 5000 }

function tell(channel: BroadcastChannel, said: Said): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin, and takes none
  channel.postMessage(said)
}

const hear = (channel: BroadcastChannel, take: (said: Said) => void) =>
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => take(data))

const able = () => 'locks' in navigator && typeof BroadcastChannel === 'function'

/** Requests a session from signed-in tabs; resolves to false if there is none. */
export async function takeOver(): Promise<boolean> {
  if (!able() || !(await navigator.locks.query()).held?.some(lock => lock.name === name)) return false
  const channel = new BroadcastChannel(name)
  const me = crypto.randomUUID()
  const say = (said: Said) => tell(channel, said)
  const got = await new Promise<{ tokens: Tokens; family: string } | null>(done => {
    let best: { from: string; used: number } | null = null
    const nobody = setTimeout(done, patience.first, null)
    const take = () => {
      if (best) say({ says: 'takes', from: me, to: best.from })
      setTimeout(done, patience.tokens, null)
    }
    hear(channel, data => {
      if (!('to' in data) || data.to !== me) return
      if (data.says === 'gives') done(data)
      if (data.says !== 'offers') return
      if (best === null) {
        clearTimeout(nobody)
        setTimeout(take, patience.others)
      }
      if (best === null || data.used > best.used) best = data
    })
    say({ says: 'asks', from: me })
  })
  channel.close()
  if (got === null) return false
  joinFamily(got.family)
  keepTokens(got.tokens)
  return true
}

/** Lets other tabs obtain sessions while signed in here; calls `over` when one of them signs out. */
export function openOthers(over: () => void): () => void {
  if (!able()) return () => undefined
  const channel = new BroadcastChannel(name)
  const me = crypto.randomUUID()
  const say = (said: Said) => tell(channel, said)
  let used = Date.now()
  const use = () => (used = Date.now())
  const kinds = ['pointerdown', 'keydown', 'focus'] as const
  for (const kind of kinds) window.addEventListener(kind, use, true)
  const give = async (to: string) => {
    const tokens = await call(sessions.another, { refreshToken: storedToken('refresh') ?? '' }, { quiet: true }).catch(
      () => null,
    )
    if (tokens) say({ says: 'gives', to, tokens, family: tokenFamily() })
  }
  hear(channel, data => {
    if (storedToken('access') === null) return
    if (data.says === 'asks') say({ says: 'offers', from: me, to: data.from, used })
    if (data.says === 'takes' && data.to === me) void give(data.from)
    if (data.says === 'over' && data.from !== page && data.family === tokenFamily()) over()
  })
  const end = new AbortController()
  let release: () => void = () => undefined
  navigator.locks
    .request(name, { mode: 'shared', signal: end.signal }, () => new Promise<void>(go => (release = go)))
    .catch(() => undefined)
  say({ says: 'begun' })
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, use, true)
    end.abort()
    release()
    channel.close()
  }
}

export function announceSessionEnd(): void {
  if (!able()) return
  const channel = new BroadcastChannel(name)
  tell(channel, { says: 'over', from: page, family: tokenFamily() })
  channel.close()
}

export function onBegun(told: () => void): () => void {
  if (!able()) return () => undefined
  const channel = new BroadcastChannel(name)
  hear(channel, data => {
    if (data.says === 'begun') told()
  })
  return () => channel.close()
}
