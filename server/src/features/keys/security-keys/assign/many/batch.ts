import { keyKindNames } from '@claviger/contract/keys/security-keys'
import type { KeyReason } from '@claviger/contract/keys/security-keys/key-acts'
import { Problem } from '../../../../../ground/problem.ts'
import type { Ctx } from '../../../../../ground/world.ts'
import { askerNow } from '../../../../work/rank/asker.ts'
import { userById } from '../../../../people/users/users.ts'
import { settingsForKeys } from '../../../../tenancy/workspace-settings/workspace-settings.ts'
import type { ActedKey } from '../../acts/acts.ts'
import type { KeyRunOfRow } from '../../acts/runs.store.ts'
import { assignFor, type One, outcomeOf } from '../assign.ts'
import { heldUsers } from './reasons.ts'

/** Assigns the key of a run to these users, and says what happened to each. The run is held by the caller. */
export async function assignBatch(
  ctx: Ctx,
  run: KeyRunOfRow,
  rows: readonly { key: string; user: string }[],
): Promise<ActedKey[]> {
  const wish = run.assigns as unknown as One
  const by = await askerNow(ctx, run, 'keys.write')
  const { keys_per_user: most } = await settingsForKeys(ctx)
  const asked = { by, wish, most }
  const users = await heldUsers(
    ctx.db,
    asked,
    rows.map(row => row.user),
  )
  const name = wish.name || (keyKindNames[wish.type] ?? null)
  const results: ActedKey[] = []
  for (const { key, user } of rows) {
    const held = users.get(user)
    const reason = held?.reason ?? (await assign(key, user))
    results.push({ id: key, name, owner: held?.name ?? null, reason, actedAt: run.started_at, was: null })
  }
  return results

  async function assign(id: string, user: string): Promise<KeyReason | null> {
    const row = await userById(ctx, user)
    if (!row) return 'unknown'
    try {
      await assignFor(ctx, row, wish, { by, id })
      return null
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const outcome = outcomeOf(error)
      return outcome === 'assigned' || outcome === 'not-found' ? 'unknown' : outcome
    }
  }
}
