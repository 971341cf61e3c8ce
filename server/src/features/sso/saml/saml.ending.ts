import { days, later } from '#platform/clock.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { endingOf } from './saml.store.ts'

export async function findExpiringCertificates(ctx: TransactionContext) {
  const { signs, application, applications } = await endingOf(ctx.db, later(ctx.clock.now(), days(60)))
  return {
    signs: signs?.toISOString() ?? null,
    application,
    applications: applications.map(one => ({ ...one, endsAt: new Date(one.endsAt).toISOString() })),
  }
}
