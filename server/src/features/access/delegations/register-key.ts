import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { delegations } from '@claviger/contract/access/delegations'
import { activations } from '@claviger/contract/keys/key-assignment'
import { isOpenTo } from '#platform/entrance/entrance.ts'
import { transact } from '#platform/db/transaction.ts'
import { idOfBytes } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { inNameOf } from '#platform/record/shown-as.ts'
import { sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { assignFor } from '#features/keys/key-assignment/key-assignment.ts'
import { userById } from '#features/people/users/users.ts'
import { usersAbove, loadAsker } from '#features/work/rank/rank.ts'
import { hashOfDelegation } from './delegations.ts'
import { type DelegationRow, lockDelegation, updateDelegation } from './delegations.store.ts'

type Input = OutputOf<(typeof delegations)['calls']['registerKey']['input']>

// Enough for a key, a spare key, and failed attempts
const mostUses = 5

function placeOf(token: string): { workspace: string; id: string } {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 64) throw problem('delegation-refused')
  return { workspace: idOfBytes(bytes.subarray(0, 16)), id: idOfBytes(bytes.subarray(16, 32)) }
}

async function delegationOf(ctx: TransactionContext, id: string, token: string): Promise<DelegationRow> {
  if (!(await isOpenTo(ctx, 'tool'))) throw problem('delegation-refused')
  const row = await lockDelegation(ctx.db, id)
  const hash = hashOfDelegation(ctx, 'token', token)
  const good = row?.secret_hash && sameBytes(row.secret_hash, hash) && row.expires_at > ctx.clock.now()
  if (!row || !good || row.uses >= mostUses) throw problem('delegation-refused')
  return row
}

/**
 * Assigns a key to the delegation's user on behalf of the administrator, with the administrator's current
 * permissions.
 * @throws delegation-refused, and the refusals of an assignment
 */
export const registerKey = withoutTransaction(async (ctx: RequestContext, { token, type, name }: Input) => {
  const { workspace, id } = placeOf(token)
  const from = { actor: ctx.actor, request: ctx.request, workspace }
  const { units_of: unitsOf } = await transact(ctx, from, inner => delegationOf(inner, id, token))
  return transact(ctx, { ...from, ...(unitsOf !== null && { unitsOf }) }, async inner => {
    const row = await delegationOf(inner, id, token)
    const begun = { actor_id: row.administrator_id, actor_name: row.administrator_name, units_of: row.units_of }
    const own = inNameOf(inner, begun)
    const asker = await loadAsker(own, begun, 'keys.write')
    const user = await userById(own, row.user_id)
    const object = { type: 'user', id: row.user_id, name: user ? `${user.first_name} ${user.last_name}` : '' }
    const by = { id: row.administrator_id, name: row.administrator_name }
    if (!user || asker.holds === undefined || (await usersAbove(own, asker, [row.user_id])).size > 0)
      throw problem('delegation-refused').recorded(workspace, {
        action: 'delegation.used',
        failed: msg('The administrator who allowed it no longer has permission'),
        by,
        object,
      })
    await updateDelegation(own.db, id, { uses: row.uses + 1 })
    const { key, link } = await assignFor(
      own,
      user,
      { type, activation: activations.now, ...(name && { name }), ifOneExists: 'allow' },
      { by },
    )
    await record(own, {
      action: 'delegation.used',
      by,
      object,
      after: { tool: `${row.tool} ${row.version}`, key: key.id },
    })
    return { key: key.id, link: link ?? '' }
  })
})
