import type { ApiApplication, ApiApplicationType } from '@claviger/contract/connect/api-applications'
import { days, later } from '#platform/clock.ts'
import type { ApiApplicationRow } from './api-applications.store.ts'

const warnedDays = 30
export const mostApplications = 50

function expiryOf(endsAt: Date | null, now: Date): ApiApplication['expiry'] {
  if (endsAt === null || endsAt > later(now, days(warnedDays))) return 'fine'
  return endsAt <= now ? 'ended' : 'soon'
}

function credentialOf({ type, certificate, client_id, operators }: ApiApplicationRow): ApiApplication['credential'] {
  if (operators) return 'installation'
  if (certificate !== null) return 'certificate'
  return type === 'okta' && client_id !== null ? 'key' : 'secret'
}

export const apiApplicationOf = (row: ApiApplicationRow, now: Date): ApiApplication => ({
  id: row.id,
  name: row.name,
  type: row.type as ApiApplicationType,
  tenantId: row.tenant_id,
  clientId: row.client_id,
  address: row.address,
  credential: credentialOf(row),
  endsAt: row.ends_at?.toISOString() ?? null,
  expiry: expiryOf(row.ends_at, now),
  check: row.checked_at && {
    at: row.checked_at.toISOString(),
    ok: row.check_reason === null && row.check_missing.length === 0,
    reason: row.check_reason,
    missing: row.check_missing,
  },
  version: row.version,
  changedAt: row.changed_at.toISOString(),
  changedBy: row.changed_by,
})

export const loggedApiApplication = (
  row: Pick<ApiApplicationRow, 'name' | 'type' | 'tenant_id' | 'client_id' | 'address' | 'ends_at'>,
) => ({
  name: row.name,
  type: row.type,
  tenant: row.tenant_id,
  client: row.client_id,
  address: row.address,
  endsAt: row.ends_at?.toISOString() ?? null,
})

export const logObjectOfApiApplication = ({ id, name }: { id: string; name: string }) => ({
  type: 'api-application',
  id,
  name,
})
