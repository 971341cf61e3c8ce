import { doneReply } from '@claviger/contract/platform/fields'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { selfServiceHelpdesk } from '@claviger/contract/access/self-service-settings/self-service-helpdesk'
import { keyKindNames, keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { activations } from '@claviger/contract/keys/key-assignment'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { notifyActivated } from '#features/keys/security-keys/security-keys.mails.ts'
import { tappedCard } from '#features/keys/reader-settings/reader-settings.ts'
import { cardSetUp } from '#features/keys/key-assignment/key-assignment.activated.ts'
import { replaceKeys, replaceIfNeeded } from '#features/keys/key-assignment/key-assignment.room.ts'
import { fullRow, keyOfRow } from '#features/keys/security-keys/security-keys.reply.ts'
import { addKey, objectOf } from '#features/keys/security-keys/security-keys.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import { formats } from './page-changes.ts'
import { keySettingsOf, type CardPage, pageAt } from './self-service-settings.ts'
import { ownPages } from './self-service-settings.store.ts'

type Enroll = OutputOf<typeof selfServiceHelpdesk.enroll.input>

/**
 * Enrolls a card for a user with a page's settings, as the page itself would.
 * @throws not-found, above-you, page-unknown, page-off, service-off, card-unreadable, card-taken, kind-taken,
 * limits-exceeded, pin-unfit, change-refused
 */
export async function enrollFor(ctx: TransactionContext, input: Enroll) {
  const page = await pageOf(ctx, input.id)
  const user = await userToChange(ctx, input.userId)
  if (user.suspended_at || user.deactivated_at)
    throw problem('change-refused', 'This user is suspended or deactivated. Activate the user first')
  const { inputReadingFormat, secondCard, tellPerson } = page.settings
  const card = await tappedCard(ctx, {
    cardId: input.cardId,
    cardFormat: input.cardFormat ?? formats[inputReadingFormat],
  })
  const by = askerOf(ctx)
  await replaceKeys(ctx, await replaceIfNeeded(ctx, user.id, keyKinds.accessCard, secondCard), by)
  const key = await addKey(ctx, {
    user: user.id,
    kind: keyKinds.accessCard,
    name: keyKindNames[keyKinds.accessCard] as string,
    settings: await keySettingsOf(ctx, page),
    status: keyStatus.pending,
    activation: activations.now,
    by,
  })
  await record(ctx, {
    action: 'security-key.assigned',
    object: objectOf(key),
    after: { owner: `${user.first_name} ${user.last_name}`, kind: keyKindNames[keyKinds.accessCard], page: page.name },
  })
  await cardSetUp(ctx, key, { card, pin: input.pin, by })
  if (tellPerson) await notifyActivated(ctx, user, key)
  const row = await fullRow(ctx.db, key.id)
  if (!row) throw problem('not-found')
  return { ...doneReply, key: keyOfRow(row) }
}

async function pageOf(ctx: TransactionContext, address: string | undefined): Promise<CardPage> {
  const page = await pageAt(ctx, address ?? (await onlyOne(ctx)))
  if (page?.workspace.id !== workspaceOf(ctx)) throw problem('page-unknown')
  if (!page.active) throw problem('page-off')
  if (!page.settings.services.enrollment) throw problem('service-off')
  return page
}

async function onlyOne(ctx: TransactionContext): Promise<string> {
  const [first, second] = (await ownPages(ctx.db)).filter(row => row.active)
  if (!first || second) throw problem('page-unknown', 'Specify the page to use for enrolling the card')
  return first.address
}
