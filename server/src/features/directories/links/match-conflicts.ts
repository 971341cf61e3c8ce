import { type MatchConflict, type links } from '@claviger/contract/directories/links'
import { doneReply } from '@claviger/contract/platform/fields'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { paginate } from '#platform/db/page.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { setUserSource } from '#features/people/users/users.directory.ts'
import { secretFields, withoutSecrets } from '#features/people/addresses/addresses.secrets.ts'
import { nameOfRow } from '#features/people/users/users.many.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import { mustAct, connectionById } from '../connections/connections.ts'
import {
  matchConflictsPage,
  type MatchConflictRow,
  dropMatchConflicts,
  lockMatchConflict,
  markSeparate,
  type ShownMatchConflict,
} from './match-conflicts.store.ts'
import { joinPendingGroups } from './linked-groups.ts'
import { insertLinks } from './links.store.ts'
import { precedenceOf } from './precedence/precedence.ts'
import { applyUsers, sourceOfKind } from './linked-users.ts'

type Calls = (typeof links)['calls']
type InputFor<C extends keyof Calls> = OutputOf<Calls[C]['input']>
type Which = InputFor<'link'>

export async function listMatchConflicts(ctx: TransactionContext, { connection, apart, ...ask }: InputFor<'clashes'>) {
  const secret = await secretFields(ctx)
  return paginate<MatchConflict>(
    ctx,
    { ...ask, sort: undefined, order: 'desc' },
    {
      ...matchConflictsPage(connection, apart === 'true'),
      item: (row: ShownMatchConflict): MatchConflict => ({
        connection: row.connection_id,
        connectionName: row.connection_name,
        anchor: row.anchor,
        because: row.because as MatchConflict['because'],
        told: Object.entries(withoutSecrets(row.fields, secret)).flatMap(([field, value]) =>
          typeof value === 'string' && value !== '' ? [{ field, value }] : [],
        ),
        user: { id: row.local_id, name: row.name, userId: row.user_id, email: row.email, ofRank: row.of_rank },
        foundAt: row.found_at.toISOString(),
        apart: row.apart,
      }),
    },
  )
}

async function clashToSolve(ctx: TransactionContext, { connection, anchor }: Which): Promise<MatchConflictRow> {
  const clash = await lockMatchConflict(ctx.db, connection, anchor)
  if (!clash) throw problem('not-found')
  return clash
}

/**
 * Resolves a conflict by linking the two users. The directory manages the user, next to the other directories of the user.
 * @throws not-found, above-you, directory-off, not-approved, kept-elsewhere if another entry of the directory is the user
 */
export async function linkMatchConflict(ctx: TransactionContext, input: Which) {
  const clash = await clashToSolve(ctx, input)
  const connection = await connectionById(ctx, input.connection)
  if (!connection) throw problem('not-found')
  await mustAct(ctx, connection)
  const user = await userToChange(ctx, clash.local_id)
  const { leads } = await precedenceOf(ctx, connection, [user.id])
  const link = { anchor: clash.anchor, localId: user.id, told: '', activeThere: true, leftAt: null, roleGiven: null }
  const made = await insertLinks(ctx.db, workspaceOf(ctx), connection.id, 'user', [link], ctx.clock.now())
  if (made.size === 0) throw problem('kept-elsewhere')
  if (leads(user.id)) await setUserSource(ctx, [user.id], sourceOfKind(connection.kind))
  const solved = await dropMatchConflicts(ctx.db, connection.id, [clash.anchor])
  await record(ctx, {
    action: 'directory.linked',
    object: { type: 'user', id: user.id, name: nameOfRow(user) },
    after: { directory: connection.name },
  })
  await applyUsers(ctx, connection, [{ anchor: clash.anchor, active: true, fields: clash.fields }], 2)
  await joinPendingGroups(ctx, connection, solved)
  return doneReply
}

/** Resolves a conflict by keeping the users separate. @throws not-found */
export async function keepSeparate(ctx: TransactionContext, input: Which) {
  const clash = await clashToSolve(ctx, input)
  const connection = await connectionById(ctx, input.connection)
  await markSeparate(ctx.db, clash.connection_id, clash.anchor)
  await record(ctx, {
    action: 'directory.kept-apart',
    object: { type: 'user', id: clash.local_id, name: clash.fields['userId'] ?? clash.anchor },
    after: { directory: connection?.name ?? '' },
  })
  return doneReply
}
