import { roleNames } from '@claviger/contract/platform/permissions'
import { transact } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { type ApiKeyRow, findKeysToReview, findApiKey, updateApiKey } from './api-keys.store.ts'
import { logObjectOfApiKey, standingOfApiKey } from './api-key-replies.ts'

const from = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'api-key-keepers', ip: '', userAgent: '' },
} as const

/**
 * Every minute: finds keys that lost permissions together with their keepers, and notifies the owners once, so that
 * no integration fails silently. It compares the current state, so no cause of a loss can be missed.
 */
export const notifyOfOrphans: JobKind = {
  name: 'api-key-keepers',
  cron: '* * * * *',
  async work(world) {
    const now = world.clock.now()
    const all = await transact(world, { ...from, everywhere: true }, ctx => findKeysToReview(ctx.db, now))
    for (const { workspace_id: workspace, id } of all.filter(isNew))
      await transact(world, { ...from, workspace }, async ctx => {
        const row = await findApiKey(ctx.db, id)
        if (row && isNew(row)) await notifyOwner(ctx, row)
      })
  },
}

const lost = (row: ApiKeyRow) => {
  const standing = standingOfApiKey(row)
  return standing === 'whole' ? null : standing
}

const isNew = (row: ApiKeyRow) => lost(row) !== row.notified_loss

async function notifyOwner(ctx: TransactionContext, row: ApiKeyRow): Promise<void> {
  const standing = lost(row)
  await updateApiKey(ctx.db, row.id, { notified_loss: standing })
  if (standing === null) return
  const keeper = row.keeper_name ?? row.created_by
  await record(ctx, {
    action: 'api-key.orphaned',
    object: logObjectOfApiKey(row),
    after: { keeper, role: row.role === null ? 'None' : roleNames[row.role] },
  })
  for (const { name, email } of await ownersOf(ctx)) {
    if (email === null) continue
    await mail(ctx, email, say => ({
      subject:
        standing === 'orphaned'
          ? say('The API key “{key}” no longer works', { key: row.name })
          : say('The API key “{key}” has reduced permissions', { key: row.name }),
      greeting: say('Hello {name},', { name }),
      paragraphs: [
        say(
          '{keeper} is responsible for this key and lost permissions. A key never has more permissions than the administrator responsible for it.',
          {
            keeper,
          },
        ),
        say('If you still need the program that uses the key, take over the key. Otherwise, delete it.'),
      ],
      button: { label: say('Open API keys'), href: `${ctx.config.publicUrl}/dashboard/api/keys` },
      footer: say('You receive this email because you are an owner of this workspace.'),
    }))
  }
}
