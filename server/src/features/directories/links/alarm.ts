import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { nameOfRow } from '#features/people/users/users.many.ts'
import type { UserRow } from '#features/people/users/users.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { byOf } from './link-context.ts'

/**
 * Notifies all owners about users with a role who left their directory but still have access; one button per email.
 */
export async function alarmOwners(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  left: readonly UserRow[],
): Promise<void> {
  for (const user of left) {
    const person = nameOfRow(user)
    await record(ctx, {
      action: 'directory.leaver-of-rank',
      by: byOf(connection),
      object: { type: 'user', id: user.id, name: person },
      after: { directory: connection.name },
    })
    for (const { name, email } of await ownersOf(ctx))
      if (email !== null)
        await mail(ctx, email, say => ({
          subject: say('{person} left the directory but still has a role', { person }),
          greeting: say('Hello {name},', { name }),
          paragraphs: [
            say(
              "The directory “{directory}” reports that {person} has left. It isn't allowed to suspend users with a role, so {person} can still sign in.",
              {
                directory: connection.name,
                person,
              },
            ),
            say('Suspend this account, or check why the directory reports this.'),
          ],
          button: { label: say('View account'), href: `${ctx.config.publicUrl}/dashboard/users/${user.id}` },
          footer: say('You receive this email because you are an owner of this workspace.'),
        }))
  }
}
