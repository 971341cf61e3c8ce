import { certificateAndKey } from '#platform/config/entra-certificate.ts'
import type { Config } from '#platform/config.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { allApplications, type ApiApplicationRow, upsertConsent } from './api-applications.store.ts'
import { loggedApiApplication, mostApplications, logObjectOfApiApplication } from './api-application-replies.ts'
import { type ApiApplicationSecrets, sealApiApplicationSecrets } from './api-application-secrets.ts'

export interface OperatorsApplication {
  readonly client: string
  readonly address: string
  readonly certificate: string
  readonly secrets: ApiApplicationSecrets
}

export function operatorsApplication(config: Config): OperatorsApplication | undefined {
  const { entraClientId: client, entraClientSecret: secret, entraClientCertificate: pem } = config
  if (client === undefined) return undefined
  const address = new URL(config.entraClientCloud ?? config.entraAuthority).origin
  if (pem === undefined) return { client, address, certificate: '', secrets: secret === undefined ? {} : { secret } }
  const { certificate, privateKey } = certificateAndKey(pem)
  return { client, address, certificate, secrets: { privateKey } }
}

export function operatorsSecrets(config: Config, row: Pick<ApiApplicationRow, 'client_id' | 'address'>) {
  const own = operatorsApplication(config)
  return own?.client === row.client_id && own.address === row.address ? own : undefined
}

/**
 * Stores a tenant's consent, one row per tenant. The caller must have verified the tenant's administrator.
 * @throws api-applications-full
 */
export async function keepConsent(
  ctx: TransactionContext,
  { client, address }: OperatorsApplication,
  { tenant, name }: { tenant: string; name: string },
): Promise<{ id: string; name: string }> {
  const rows = await allApplications(ctx.db)
  const known = rows.some(row => row.operators && row.tenant_id === tenant)
  if (!known && rows.length >= mostApplications) throw problem('api-applications-full')
  const taken = new Set(rows.map(row => row.name.toLowerCase()))
  const free = [name.slice(0, 60), `${name.slice(0, 60)} ${tenant}`].find(one => !taken.has(one.toLowerCase()))
  const id = newId()
  const now = ctx.clock.now()
  const row = {
    workspace_id: workspaceOf(ctx),
    id,
    name: free ?? id,
    type: 'azure',
    tenant_id: tenant,
    client_id: client,
    address,
    certificate: null,
    // Contains no secret, because calls use the operator's credentials
    sealed: await sealApiApplicationSecrets(ctx, id, {}),
    operators: true,
    ends_at: null,
    created_at: now,
    changed_at: now,
    changed_by: shownAs(ctx).name.slice(0, 260),
  }
  const kept = await upsertConsent(ctx.db, row)
  if (kept.id === id)
    await record(ctx, {
      action: 'api-application.created',
      object: logObjectOfApiApplication(row),
      after: loggedApiApplication(row),
    })
  return kept
}
