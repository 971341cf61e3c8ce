import type { lookOf } from '#features/people/users/user-status.ts'

export type Look = Pick<ReturnType<typeof lookOf>, 'shape' | 'tone'>

export interface DashboardConcern {
  key: string
  look: Look
  says: string
  act: string
  to: string
  search: Record<string, string | number>
}
