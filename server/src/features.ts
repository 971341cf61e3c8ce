import sessions from './features/access/sessions/sessions.routes.ts'
import credentials from './features/keys/credentials/credentials.routes.ts'
import groups from './features/people/groups/groups.routes.ts'
import units from './features/people/units/units.routes.ts'
import type { Bound } from './http/bind.ts'

/** Every room with calls, one line each. */
export const features: readonly Bound[] = [sessions, credentials, groups, units].flat()
