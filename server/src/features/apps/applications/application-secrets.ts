import { protocols } from '@claviger/contract/apps/applications/application-settings'
import { hours, later } from '#platform/clock.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { applicationOf } from './applications.ts'
import { newSecretText, sealSecret, sharesSecret } from './applications.save.ts'
import { dropFormer, lockApplications, replaceSecret } from './applications.store.ts'

const both = hours(24)

/**
 * Rotates an application's secret; the new one is returned once, the old one stays valid for a day.
 * @throws not-found, no-secret
 */
export async function renewSecret(ctx: TransactionContext, { id }: { id: string }) {
  const [row] = await lockApplications(ctx.db, [id], null)
  if (!row) throw problem('not-found')
  const application = applicationOf(row)
  if (application.protocol !== protocols.oidc || !sharesSecret(application.settings)) throw problem('no-secret')
  const clientSecret = newSecretText(application.settings)
  const until = later(ctx.clock.now(), both)
  await replaceSecret(ctx.db, id, await sealSecret(ctx, id, clientSecret), until)
  await record(ctx, { action: 'application.secret-renewed', object: { type: 'application', id, name: row.name } })
  return { clientSecret, formerSecretUntil: row.has_secret ? until.toISOString() : null }
}

/** Revokes an application's previous secret immediately. @throws not-found */
export async function endFormerSecret(ctx: TransactionContext, { id }: { id: string }) {
  const [row] = await lockApplications(ctx.db, [id], null)
  if (!row) throw problem('not-found')
  if (!(await dropFormer(ctx.db, id))) return { changed: 0 }
  await record(ctx, { action: 'application.secret-ended', object: { type: 'application', id, name: row.name } })
  return { changed: 1 }
}
