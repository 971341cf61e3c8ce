import sessions from './features/access/sessions/sessions.routes.ts'
import type { Bound } from './http/bind.ts'

/** Every room with calls, one line each. */
export const features: readonly Bound[] = [sessions].flat()
