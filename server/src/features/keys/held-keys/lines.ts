import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type Decision, keptDecisionOf } from '#features/decide/decisions/decisions.ts'
import { objectOf } from '../security-keys/security-keys.ts'
import type { KeyOfOwner } from './held-keys.store.ts'

export const ownerOf = (key: KeyOfOwner) => ({ id: key.user_id, name: key.owner_name })

interface Use {
  site: string
  account?: string | null | undefined
  opened?: string | undefined
  decision?: Decision | undefined
}

export const afterOf = ({ site, account, opened }: Use) => ({
  site,
  ...(account && { account }),
  ...(opened && { opened }),
})

export async function logUse(
  ctx: TransactionContext,
  key: KeyOfOwner,
  action: ActivityAction,
  at: Use | { gone: { site: string; account: string | null } } | { failed: string },
): Promise<void> {
  if (!key.audit) return
  const fields =
    'failed' in at
      ? at
      : 'gone' in at
        ? { before: at.gone }
        : { after: afterOf(at), decision: at.decision && keptDecisionOf(at.decision) }
  await record(ctx, { action, object: objectOf(key), by: ownerOf(key), ...fields })
}
