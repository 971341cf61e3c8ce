import type { ConnectionKind, LeaverAction, SyncMode } from '@claviger/contract/directories/connections'
import type { Mapping } from '@claviger/contract/directories/connections/mapping'

export interface ConnectedDirectory {
  id: string
  kind: ConnectionKind
  name: string
  active: boolean
  apiApplication: string | null
  settings: unknown
  mapping: Mapping
  mode: SyncMode
  /** Between scheduled runs; null: only by hand. */
  everyMinutes: number | null
  leaving: LeaverAction
  deleteAfterDays: number
  unmanagedLeave: boolean
  brake: { people: number; percent: number; changesPercent: number }
  reach: { roles: number[]; touchesRank: boolean; joins: boolean; privateHosts: string[]; approvedBy: string | null }
  /** Its precedence: for users of several directories, the first one leads. */
  position: number
  /** Fields that it decides although another directory leads. */
  leads: readonly string[]
  version: number
  /** Permissions of the token's keeper if they are less than an owner approved; roles then stay unchanged. */
  limitedTo?: readonly string[]
  /** Fields whose values must not be kept with what a SCIM client sends: PINs that a workflow takes from an attribute. */
  secretFields?: readonly string[]
}

export interface NewConnection {
  kind: ConnectionKind
  name: string
  settings: object
  mapping: Mapping
  apiApplication?: string | null
  secret?: string | undefined
  mode?: SyncMode | undefined
  everyMinutes?: number | null | undefined
  active?: boolean | undefined
}

/** Changed fields of a connection; `secret` null removes it. */
export interface ConnectionChange {
  name?: string | undefined
  active?: boolean | undefined
  settings?: object | undefined
  mapping?: Mapping | undefined
  apiApplication?: string | null | undefined
  secret?: string | null | undefined
  mode?: number | undefined
  everyMinutes?: number | null | undefined
  leaving?: LeaverAction | undefined
  deleteAfterDays?: number | undefined
  unmanagedLeave?: boolean | undefined
  brake?: { people: number; percent: number; changesPercent?: number | undefined } | undefined
  reachEnds?: boolean | undefined
  version?: number | undefined
}
