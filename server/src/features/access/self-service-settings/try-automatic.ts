import { decimalOfCard } from '@claviger/contract/keys/card-numbers'
import { sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { tappedCard } from '#features/keys/reader-settings/reader-settings.ts'
import { userById } from '#features/people/users/users.ts'
import { askOwnerForPage, type Belonging } from './self-service-settings.automatic.ts'
import { formats, pageToChange } from './page-changes.ts'
import { secretAbout, settingsOfRow } from './self-service-settings.ts'
import { findActive } from './self-service-settings.store.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'

interface Asked {
  page: string
  cardId: string
  person: string
}

/**
 * Calls the owner's system as the page would.
 * @throws not-found, card-unreadable, change-refused if not configured
 */
export async function tryAutomatic(ctx: RequestContext, input: Asked) {
  const { to, about } = await ctx.transact(inside => questionOf(inside, input))
  const began = performance.now()
  const { belongs, reason } = await askOwnerForPage(ctx, to, about)
  const milliseconds = Math.round(performance.now() - began)
  return { belongs, reason: reason && sayTo(ctx)(reason), milliseconds }
}

async function questionOf(ctx: TransactionContext, { page, cardId, person }: Asked) {
  const row = await pageToChange(ctx, page)
  const { automatic, inputReadingFormat } = settingsOfRow(row)
  if (automatic.url === null || row.automatic_secret === null)
    throw problem('change-refused', 'Save a URL and create a secret first')
  const card = await tappedCard(ctx, { cardId, cardFormat: formats[inputReadingFormat] })
  const found = await findActive(ctx.db, person)
  const user = found === undefined ? undefined : await userById(ctx, found)
  if (!user)
    throw problem('not-found', undefined, [{ field: 'person', message: 'No active user has this user ID or email' }])
  const secret = (await sealerOfWorkspace(ctx)).open(row.automatic_secret, secretAbout(row.id, row.workspace_id))
  await record(ctx, {
    action: 'self-service-page.tried',
    object: { type: 'self-service-page', id: row.id, name: row.name },
    after: { address: automatic.url, about: `${user.first_name} ${user.last_name}` },
  })
  const about: Belonging = {
    card,
    cardDecimal: decimalOfCard(card),
    user: {
      userId: user.user_id,
      employeeId: user.employee_id,
      firstName: user.first_name,
      lastName: user.last_name,
      email: user.email,
    },
    page: row.address,
  }
  return { to: { workspace: row.workspace_id, url: automatic.url, secret }, about }
}
