import type { RequestCtx } from '#platform/world.ts'
import type { OidcRow } from '#features/connect/identity-providers/identity-providers.ts'
import { groupsAtEntra } from '#features/directories/entra/entra.groups-of-user.ts'
import type { Identity } from '../identity.ts'
import type { OidcSignInResult } from './oidc.ts'

const isGuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Asks Microsoft Graph for the groups that Entra ID left out of a token because they are too many. */
export async function withAllGroups(
  ctx: RequestCtx,
  row: OidcRow,
  answer: OidcSignInResult,
): Promise<OidcSignInResult> {
  const { identity } = answer
  if (row.preset !== 'entra' || identity.groupsMissing !== 'too-many') return answer
  const { groups, roles } = row.settings.people
  const wanted = [...groups, ...roles].map(one => one.value).filter(value => value !== '*')
  if (wanted.length === 0) return answer
  return { ...answer, identity: { ...identity, ...(await resolved(ctx, row, identity, wanted)) } }
}

async function resolved(
  ctx: RequestCtx,
  row: OidcRow,
  { subject, told }: Identity,
  wanted: readonly string[],
): Promise<Partial<Identity>> {
  // Users can give a group of theirs any name, so only IDs are compared
  if (!wanted.every(isGuid)) return { groupsMissing: 'unresolved' }
  const [tenant = '', user = ''] = subject.split('/')
  try {
    const all = await groupsAtEntra(ctx, { workspace: row.workspace_id, tenant, user })
    if (!all) return {}
    const ids = new Set(all.map(id => id.toLowerCase()))
    return { told: { ...told, groups: wanted.filter(value => ids.has(value.toLowerCase())) }, groupsMissing: undefined }
  } catch {
    return { groupsMissing: 'unresolved' }
  }
}
