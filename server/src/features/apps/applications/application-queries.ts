import {
  type ApplicationInFull,
  type ApplicationRow as Listed,
  type applications,
  type ApplicationWarning,
  protocols,
} from '@claviger/contract/apps/applications'
import { isPlainHttp } from '@claviger/contract/apps/applications/application-addresses'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { administratorOf, userOf } from '#platform/db/transaction.ts'
import { days, later } from '#platform/clock.ts'
import { paginate } from '#platform/db/page.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { pictureAddress } from './applications.pictures.ts'
import { applicationOf } from './applications.ts'
import * as store from './applications.store.ts'
import type { StoredApplicationRow, ApplicationListRow } from './applications.store.ts'

type InputFor<Call extends keyof typeof applications.calls> = OutputOf<(typeof applications.calls)[Call]['input']>

const soon = days(60)
const unused = days(30)

function addressesOf(row: StoredApplicationRow): string[] {
  const { protocol, settings } = applicationOf(row)
  if (protocol === protocols.oidc) return settings.redirectUris
  if (protocol === protocols.bookmark) return [settings.url]
  return protocol === protocols.saml ? settings.acs.map(one => one.url) : []
}

function warningsOf(ctx: TransactionContext, row: ApplicationListRow): ApplicationWarning[] {
  const now = ctx.clock.now()
  const all: Record<ApplicationWarning, boolean> = {
    'certificate-ends': row.certificate_ends_at !== null && row.certificate_ends_at < later(now, soon),
    'not-https': addressesOf(row).some(isPlainHttp),
    nobody: row.active && !row.everyone && row.assigned === 0,
    'never-used':
      row.protocol !== protocols.bookmark && row.last_used_at === null && later(row.created_at, unused) < now,
    'secret-changes': row.former_until !== null && row.former_until > now,
  }
  return (Object.keys(all) as ApplicationWarning[]).filter(warning => all[warning])
}

const listedOf = (ctx: TransactionContext, row: ApplicationListRow, inFull: boolean): Listed => ({
  id: row.id,
  protocol: row.protocol,
  name: row.name,
  description: row.description,
  preset: row.preset,
  active: row.active,
  own: row.own,
  hidden: row.hidden,
  everyone: inFull && row.everyone,
  assigned: inFull ? row.assigned : 0,
  uses: inFull ? row.uses : null,
  lastUsedAt: inFull ? (row.last_used_at?.toISOString() ?? null) : null,
  warnings: inFull ? warningsOf(ctx, row) : [],
  picture: pictureAddress(ctx, row.picture),
  createdAt: row.created_at.toISOString(),
})

const reads = (ctx: TransactionContext) =>
  'permissions' in ctx.actor ? ctx.actor.permissions.has('applications.read') : false

export const listApplications = (ctx: TransactionContext, ask: InputFor<'list'>) =>
  paginate<Listed>(ctx, ask, {
    ...store.applicationList(ask),
    item: (row: ApplicationListRow) => listedOf(ctx, row, true),
  })

/**
 * One page of applications of a protocol: all for administrators, otherwise those the user can open (decision G18).
 */
export const listOfProtocol = (protocol: number) => (ctx: TransactionContext, ask: InputFor<'samlList'>) => {
  const inFull = reads(ctx)
  const openBy = inFull ? {} : { openBy: userOf(ctx).id }
  return paginate<Listed>(ctx, ask, {
    ...store.applicationList({ ...ask, protocol, ...openBy }),
    item: (row: ApplicationListRow) => listedOf(ctx, row, inFull),
  })
}

export const listNames = async (ctx: TransactionContext) => ({ items: await store.applicationNames(ctx.db) })

/** One application without its secret. @throws not-found */
export async function getApplication(ctx: TransactionContext, { id }: { id: string }): Promise<ApplicationInFull> {
  administratorOf(ctx)
  const row = await store.findListed(ctx.db, id)
  if (!row) throw problem('not-found')
  const application = applicationOf(row)
  const { protocol, settings } = application
  const now = ctx.clock.now()
  return {
    ...listedOf(ctx, row, true),
    clientId: row.client_id,
    hasSecret: row.has_secret,
    formerSecretUntil: row.former_until !== null && row.former_until > now ? row.former_until.toISOString() : null,
    oidc: protocol === protocols.oidc ? settings : null,
    saml: protocol === protocols.saml ? settings : null,
    proxy: protocol === protocols.proxy ? settings : null,
    bookmark: protocol === protocols.bookmark ? settings : null,
    mapping: row.mapping,
    certificateEndsAt: row.certificate_ends_at?.toISOString() ?? null,
    version: row.version,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by,
  }
}

/** One application of a protocol. @throws not-found */
export const getOfProtocol = (protocol: number) => async (ctx: TransactionContext, input: { id: string }) => {
  const found = await getApplication(ctx, input)
  if (found.protocol !== protocol) throw problem('not-found')
  return found
}
