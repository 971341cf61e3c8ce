import type { KioskState as ServerState } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import type { AttendanceTap } from '@claviger/contract/oversight/attendance/session-fields'

/** A tap as it is queued; `at` is the server's time. */
export interface QueuedTap {
  readonly id: string
  readonly card: string
  readonly at: string
}

/** `stored`: not decided yet, because the server cannot be reached. `closed`: made outside the session (R192). */
export type ResultKind = 'success' | 'duplicate' | 'no-access' | 'invalid' | 'stored' | 'closed'

export interface ShownResult {
  readonly kind: ResultKind
  readonly id: string
  readonly at: string
  /** Null until the server has decided. */
  readonly tap: AttendanceTap | null
}

export interface KioskView {
  /** Null until the kiosk is connected; kept from the last start while offline. */
  readonly server: ServerState | null
  /** Why the server refused this kiosk, in English. */
  readonly refusal: string | null
  readonly online: boolean
  readonly shown: ShownResult | null
  readonly queue: readonly QueuedTap[]
  /** Taps made before or after the session, which the server did not record, since the page was opened. */
  readonly lost: readonly QueuedTap[]
}

export const emptyView: KioskView = {
  server: null,
  refusal: null,
  online: true,
  shown: null,
  queue: [],
  lost: [],
}
