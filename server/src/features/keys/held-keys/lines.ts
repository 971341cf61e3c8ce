import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import { record } from '../../../ground/record/record.ts'
import type { Ctx } from '../../../ground/world.ts'
import { objectOf } from '../security-keys/security-keys.ts'
import type { KeyOfOwner } from './held-keys.store.ts'

/** Whoever holds a card acts as its owner. */
export const ownerOf = (key: KeyOfOwner) => ({ id: key.user_id, name: key.owner_name })

/** A line in the log about a use of a card, unless the key is not to be audited. */
export async function logUse(
  ctx: Ctx,
  key: KeyOfOwner,
  action: ActivityAction,
  at:
    | { site: string; account: string | null | undefined; opened?: string | undefined }
    | { gone: { site: string; account: string | null } }
    | { failed: string },
): Promise<void> {
  if (!key.audit) return
  const fields =
    'failed' in at
      ? at
      : 'gone' in at
        ? { before: at.gone }
        : {
            after: {
              site: at.site,
              ...(at.account && { account: at.account }),
              ...(at.opened && { opened: at.opened }),
            },
          }
  await record(ctx, { action, object: objectOf(key), by: ownerOf(key), ...fields })
}
