import { later } from '#platform/clock.ts'
import { unsaid } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { type ApprovalRow, states } from './approvals.store.ts'

/** How long past requests count, in ms. */
export const remembered = 3_600_000

// Seconds between requests by number of unsuccessful ones in the last hour; prevents push fatigue attacks
const pauses = [0, 0, 30, 60, 120, 300, 900]

/**
 * Refuses a request while another is open, or too soon after unsuccessful ones; `recent` is newest first. Behaves
 * identically for unknown emails.
 * @throws approval-open, approval-too-soon
 */
export function mayAsk(recent: readonly ApprovalRow[], now: Date): void {
  const [last] = recent
  if (!last) return
  if (last.state === states.waiting && last.expires_at > now) throw problem('approval-open')
  const vain = recent.filter(one => one.state !== states.approved).length
  const free = later(last.asked_at, (pauses[Math.min(vain, pauses.length - 1)] ?? 0) * 1000)
  if (free <= now) return
  const seconds = Math.ceil((free.getTime() - now.getTime()) / 1000)
  throw problem('approval-too-soon', unsaid('Wait {seconds} seconds before you send another request', { seconds }))
}
