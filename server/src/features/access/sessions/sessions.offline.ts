import { randomBytes } from 'node:crypto'
import { days, later } from '#platform/clock.ts'
import type { StatementPart } from '#platform/db/parts.ts'
import type { AppContext } from '#platform/app-context.ts'
import { insertOffline, prolongOffline } from './offline.store.ts'

// However often it is used
const lastsDays = 365

/**
 * The session in which an application keeps its access after the browser's sign-out, as the part `offline` of the
 * statement that spends a code (`used`).
 */
export function offlinePart({ clock }: Pick<AppContext, 'clock'>, application: string, unused: Date): StatementPart {
  const now = clock.now()
  return insertOffline({ application, now, unused, endsAt: later(now, days(lastsDays)), refresh: randomBytes(32) })
}

/** Keeps such a session for as long as the refresh token that was just issued. */
export const offlineSeenPart = ({ clock }: Pick<AppContext, 'clock'>, unused: Date): StatementPart =>
  prolongOffline(clock.now(), unused)
