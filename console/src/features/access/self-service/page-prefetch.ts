import type { Call } from './state/page-calls.ts'
import { settle } from './state/page-actions.ts'
import type { CallOutcome } from './wire/send-call.ts'
import { send } from './wire/send-call.ts'
import { keepSession, keptSession } from './wire/storage.ts'
import { firstLanguage, language, setPageLanguage } from '#platform/light-page/page-texts.ts'

// A separate file that the browser runs first: the server responds while the browser still parses the page (R55).

export const languageLoaded: Promise<void> = setPageLanguage(firstLanguage()).catch(() => undefined)

interface FirstCalls {
  challenge: Promise<CallOutcome> | null
  config: Promise<CallOutcome> | null
  session: string | null
  /** When the session arrived, in milliseconds of `performance.now()`. */
  since: number | null
}

const [, part, page = ''] = window.location.pathname.split('/')
const first: FirstCalls = { challenge: null, config: null, session: keptSession(), since: null }

const ask = (call: Call) => send(call, page, first.session, null, new AbortController().signal)

if (part === 'self-service') {
  const session = first.session === null ? challenged() : Promise.resolve(null)
  first.config = session.then(async refused => refused ?? (await languageLoaded, ask({ name: 'config' })))
}

async function challenged(): Promise<CallOutcome | null> {
  first.challenge = ask({ name: 'challenge' })
  const outcome = await first.challenge
  if (outcome.is !== 'answered' || outcome.answer.name !== 'challenge') return outcome
  first.session = outcome.answer.reply.session
  first.since = performance.now()
  keepSession(first.session)
  await new Promise(settled => setTimeout(settled, settle))
  return null
}

/** Returns a prefetched response, once; null if the call still has to be made. */
export function askedAhead({ name }: Call, session: string | null): Promise<CallOutcome> | null {
  const { challenge } = first
  // Only the page's first call may use it: later, it would give the next person the session of this one
  first.challenge = null
  if (name === 'challenge') return challenge
  const { config } = first
  first.config = null
  return name === 'config' && session !== null && session === first.session && language() === firstLanguage()
    ? config
    : null
}

/** Rest of the delay between the first session and its configuration, in ms; later sessions wait all of it. */
export const leftOf = (ms: number): number =>
  first.config === null || first.since === null ? ms : Math.max(0, ms - (performance.now() - first.since))
