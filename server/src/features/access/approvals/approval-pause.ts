import { later } from '#platform/clock.ts'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { type ApprovalRow, states } from './approvals.store.ts'

/** How long past requests count, in ms. */
export const pauseMemory = 3_600_000

// Seconds between requests by number of unsuccessful ones in the last hour; prevents push fatigue attacks
const pauses = [0, 0, 30, 60, 120, 300, 900]

/** Open requests from unknown browsers together, and unsuccessful ones of an hour. */
const mostOpen = 3
const mostInVain = 12

/** The requester: a browser where the user signed in before, or the network of an unknown browser. */
export interface ApprovalAsker {
  readonly asker: string
  readonly known: boolean
}

const isOpen = (one: ApprovalRow, now: Date) => one.state === states.waiting && one.expires_at > now

/**
 * Refuses a request while another of the same asker is open, or too soon after its unsuccessful ones; `recent` is newest
 * first. Unknown browsers share a limit besides, which leaves known ones alone. Behaves identically for unknown emails.
 * @throws approval-open, approval-too-soon
 */
export function mayAsk(recent: readonly ApprovalRow[], { asker, known }: ApprovalAsker, now: Date): void {
  const own = recent.filter(one => one.asker === asker)
  const [last] = own
  if (last && isOpen(last, now)) throw problem('approval-open')
  const strangers = known ? [] : recent.filter(one => !one.known)
  if (strangers.filter(one => isOpen(one, now)).length >= mostOpen) throw problem('approval-open')
  const inVain = (some: readonly ApprovalRow[]) => some.filter(one => one.state !== states.approved)
  const pause = pauses[Math.min(inVain(own).length, pauses.length - 1)] ?? 0
  const oldest = inVain(strangers)[mostInVain - 1]
  const free = Math.max(
    last ? later(last.asked_at, pause * 1000).getTime() : 0,
    oldest ? later(oldest.asked_at, pauseMemory).getTime() : 0,
  )
  if (free <= now.getTime()) return
  const seconds = Math.ceil((free - now.getTime()) / 1000)
  throw problem('approval-too-soon', deferText('Wait {seconds} seconds before you send another request', { seconds }))
}
