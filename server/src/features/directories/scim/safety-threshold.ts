import { workspaceOf } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { countActive, countLeaving, holdSuspension } from './safety-threshold.store.ts'

/** Seconds after which a client should retry, in case an owner has approved. */
export const askAgainAfter = 900

/**
 * Can a user be suspended? Per hour, a number of users or a percentage of all, whichever is larger. Beyond this
 * safety threshold, suspensions wait for an owner's approval; owners are notified once per hour.
 */
export async function mayLeave(ctx: TransactionContext, connection: ConnectedDirectory): Promise<boolean> {
  workspaceOf(ctx)
  const now = ctx.clock.now()
  const { let_through: count, free_until: free } = await countLeaving(ctx.db, connection.id, now)
  if (count <= connection.brake.people || (free && free > now)) return true
  const active = await countActive(ctx.db, connection.id)
  // Users suspended within the hour were active when it started
  if (count <= Math.floor(((active + count - 1) * connection.brake.percent) / 100)) return true
  const { tell, held } = await holdSuspension(ctx.db, connection.id, now)
  if (tell) await tellOwners(ctx, connection, held)
  return false
}

async function tellOwners(ctx: TransactionContext, connection: ConnectedDirectory, held: number): Promise<void> {
  await record(ctx, {
    action: 'scim.held',
    object: { type: 'directory', id: connection.id, name: connection.name },
    after: { held, limit: connection.brake.people, percent: connection.brake.percent },
  })
  for (const { name, email } of await ownersOf(ctx)) {
    if (email === null) continue
    await mail(ctx, email, say => ({
      subject: say('The directory “{directory}” wants to suspend many users', { directory: connection.name }),
      greeting: say('Hello {name},', { name }),
      paragraphs: [
        say(
          "Within one hour, it requested more suspensions and deletions than its limit allows. Requests above the limit are waiting; those users aren't suspended.",
        ),
        say('Review the waiting requests. If they are correct, approve them. If not, correct the directory.'),
      ],
      button: { label: say('View requests'), href: `${ctx.config.publicUrl}/dashboard/scim` },
      footer: say('You receive this email because you are an owner of this workspace.'),
    }))
  }
}
