import type { MappedField } from '@claviger/contract/directories/connections/mapping'
import type { TransactionContext } from '#platform/app-context.ts'
import type { UserColumns } from '#features/people/users/users.many.ts'
import type { ConnectedDirectory } from '../../connections/connections.ts'
import { fieldOf } from '../filled-fields.ts'
import { otherLinks } from './precedence.store.ts'

/** What a directory decides about users who are also linked to other directories. */
export interface Precedence {
  /** Does it decide whether the user has access? */
  leads(user: string): boolean
  decides(user: string, field: MappedField): boolean
  /** Those columns that it decides. */
  own(user: string, columns: Partial<UserColumns>): Partial<UserColumns>
}

interface Rank {
  readonly id: string
  readonly position: number
  readonly leads: readonly string[]
}

const isBefore = (one: Rank, other: Rank): boolean =>
  one.position === other.position ? one.id < other.id : one.position < other.position

/** Of two directories that map a field: one that an owner chose for it, otherwise the first by position. */
function goesFirst(field: MappedField, one: Rank, other: Rank): boolean {
  const [isChosen, isOtherChosen] = [one.leads.includes(field), other.leads.includes(field)]
  return isChosen === isOtherChosen ? isBefore(one, other) : isChosen
}

export async function precedenceOf(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  users: readonly string[],
): Promise<Precedence> {
  const others = Map.groupBy(await otherLinks(ctx.db, connection.id, users), link => link.local_id)
  const of = (user: string) => others.get(user) ?? []
  const leads = (user: string) => of(user).every(other => isBefore(connection, other))
  const decides = (user: string, field: MappedField) =>
    of(user).every(other => !other.fields.includes(field) || goesFirst(field, connection, other))
  return {
    leads,
    decides,
    own(user, columns) {
      if (!others.has(user)) return columns
      const ownColumns = Object.entries(columns).filter(([name]) => {
        const field = fieldOf(name)
        return field === undefined || decides(user, field)
      })
      return Object.fromEntries(ownColumns)
    },
  }
}
