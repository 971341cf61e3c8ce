import type { ApiApplicationType } from '@claviger/contract/connect/api-applications'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { Purpose } from '#integrations/target.ts'
import { operatorsSecrets } from './api-applications.operators.ts'
import { allApplications, type ApiApplicationRow, findApplication } from './api-applications.store.ts'
import { openSecrets, type ApiApplicationSecrets } from './api-application-secrets.ts'

/** Decrypted credentials of a connection; must never be returned, logged, or stored. */
export interface Access extends ApiApplicationSecrets {
  readonly workspace: string
  readonly id: string
  readonly version: number
  readonly name: string
  readonly type: ApiApplicationType
  readonly tenant: string
  readonly client: string
  readonly address: string
  readonly certificate: string
  /** It is the application of the installation. */
  readonly operators?: boolean
}

/** Purpose for which these credentials are used; the operator configures the operator's application. */
export const purposeOf = ({ workspace, operators }: Access): Purpose =>
  operators ? 'operator' : { workspace, feature: 'api-applications' }

export async function accessOf(ctx: TransactionContext, row: ApiApplicationRow): Promise<Access> {
  const operators = row.operators ? operatorsSecrets(ctx.config, row) : undefined
  return {
    ...(row.operators ? operators?.secrets : await openSecrets(ctx, row)),
    workspace: workspaceOf(ctx),
    id: row.id,
    version: row.version,
    name: row.name,
    type: row.type as ApiApplicationType,
    tenant: row.tenant_id ?? '',
    client: row.client_id ?? '',
    address: row.address,
    certificate: operators?.certificate ?? row.certificate ?? '',
    operators: row.operators,
  }
}

/** The tenant of a connection in lower case; undefined without one. */
export const tenantOf = async (ctx: TransactionContext, id: string): Promise<string | undefined> =>
  (await findApplication(ctx.db, id))?.tenant_id?.toLowerCase()

/** Decrypted credentials of a connection to this tenant of Entra ID; undefined without one. */
export async function accessToTenant(ctx: TransactionContext, tenant: string): Promise<Access | undefined> {
  const all = await allApplications(ctx.db, 'azure')
  const row = all.find(one => one.tenant_id?.toLowerCase() === tenant.toLowerCase())
  return row && accessOf(ctx, row)
}

/** Decrypted credentials of a connection of this type, for the directories. @throws not-found */
export async function accessTo(ctx: TransactionContext, id: string, type: ApiApplicationType): Promise<Access> {
  const row = await findApplication(ctx.db, id)
  if (!row || row.type !== type) throw problem('not-found')
  return accessOf(ctx, row)
}
