import { keyKindNames } from '@claviger/contract/keys/security-keys'
import type { KeyReason } from '@claviger/contract/keys/key-acts'
import { immediateRows } from '@claviger/contract/work/runs'
import { newId } from '#platform/ids.ts'
import { Problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { userById } from '#features/people/users/users.ts'
import { settingsForKeys } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import type { Asker } from '#features/work/rank/rank.ts'
import { longWork, type WorkRowResult } from '#features/work/works/works.ts'
import { assignFor, type NewAssignment, outcomeOfAssignment } from './key-assignment.ts'
import { lockUsersFor } from './reasons.store.ts'

export const keyAssign = longWork<NewAssignment>('key-assign', {
  may: 'keys.write',
  object: 'key-run',
  lines: { begun: { action: 'security-keys.act-started', says: work => ({ keys: work.total }) } },
  did: ['done'],
  act: () => 'assign',
  size: () => immediateRows,
  async write(ctx, { work, by, rows }) {
    const wish = work.parameters
    const { keys_per_user: most } = await settingsForKeys(ctx)
    const ids = rows.map(row => row.subject as string)
    const users = await lockUsersFor(ctx.db, { by, wish, most }, ids)
    const named = wish.name || (keyKindNames[wish.type] ?? null)
    const results: WorkRowResult[] = []
    for (const { row, subject } of rows) {
      const held = users.get(subject as string)
      const key = newId()
      const reason = held?.reason ?? (await assign(ctx, { user: subject as string, wish, by, key }))
      const facts = { owner: held?.name ?? null, ...(reason === null && { key }) }
      results.push({ row, outcome: reason === null ? 'done' : 'refused', reason, named, facts })
    }
    return results
  },
})

interface Assigning {
  user: string
  wish: NewAssignment
  by: Asker
  key: string
}

async function assign(ctx: TransactionContext, { user, wish, by, key }: Assigning): Promise<KeyReason | null> {
  const row = await userById(ctx, user)
  if (!row) return 'unknown'
  try {
    await assignFor(ctx, row, wish, { by, id: key })
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const outcome = outcomeOfAssignment(error)
    return outcome === 'assigned' || outcome === 'not-found' ? 'unknown' : outcome
  }
}
