import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { enterWorkspace } from '#platform/db/transaction.ts'
import type { RequestContext } from '#platform/app-context.ts'
import type { Redirect } from '#http/bind.ts'
import {
  isOidc,
  type OidcRow,
  providerById,
  secretOf,
} from '#features/connect/identity-providers/identity-providers.ts'
import { groupsAtEntra } from '#features/directories/entra/entra.groups-of-user.ts'
import type { Identity } from '../identity.ts'
import { isAssurance } from '#features/access/identity-checks/identity-checks.ts'
import { answerRefused, keepAnswer, keepIdentityCheck } from '../stored-answers.ts'
import { browserAsking, readState } from '../browser-visit.ts'
import { findExternalSignIn, claimAnswer } from '../external-sign-in.store.ts'
import { configurationOf, oidcAnswer, type OidcSignInResult } from './oidc.ts'
import { toFailed } from '../sign-in-refusals.ts'

export type CallbackInput = OutputOf<(typeof externalSignIn)['calls']['callback']['input']>

/** Receives an OpenID Connect response; valid once, and only in the browser that started the sign-in. */
export async function oidcCallback(ctx: RequestContext, input: CallbackInput): Promise<Redirect> {
  const named = readState(ctx, input.state)
  const browser = browserAsking(ctx)
  if (!named || !browser) return toFailed(ctx, 'ended')
  const taken = await ctx.transact(async inner => {
    await enterWorkspace(inner, named.workspace)
    const now = inner.clock.now()
    const found = await findExternalSignIn(inner.db, named.id, now)
    const row = found && (await providerById(inner, found.provider_id))
    if (!row || !isOidc(row) || (!row.active && !found.tested_by)) return undefined
    const underWay = await claimAnswer(inner.db, named.id, { now, provider: row.id, browser })
    // If the provider was changed meanwhile, the response came from the previous configuration
    if (!underWay || underWay.provider_version !== row.version) return undefined
    return { row, underWay, secret: await secretOf(inner, row) }
  })
  if (!taken) return toFailed(ctx, 'ended')
  const { row, underWay, secret } = taken
  try {
    const configuration = await configurationOf(ctx, row, secret)
    const answer = await oidcAnswer(ctx, configuration, row, {
      id: underWay.id,
      state: input.state ?? '',
      query: queryOf(input),
    })
    if (isAssurance(row)) return await keepIdentityCheck(ctx, row, underWay, answer.raw)
    return await keepAnswer(ctx, row, underWay, await withAllGroups(ctx, row, answer))
  } catch (error) {
    return answerRefused(ctx, row, underWay, error)
  }
}

/** The parameters that the library reads. */
export const queryOf = (input: CallbackInput): Record<string, string> =>
  Object.fromEntries(
    (['code', 'state', 'iss', 'error', 'error_description'] as const).flatMap(name => {
      const value = input[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

const isGuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Asks Microsoft Graph for the groups that Entra ID left out of a token because they are too many. */
async function withAllGroups(ctx: RequestContext, row: OidcRow, answer: OidcSignInResult): Promise<OidcSignInResult> {
  const { identity } = answer
  if (row.preset !== 'entra' || identity.groupsMissing !== 'too-many') return answer
  const { groups, roles } = row.settings.people
  const wanted = [...groups, ...roles].map(one => one.value).filter(value => value !== '*')
  if (wanted.length === 0) return answer
  return { ...answer, identity: { ...identity, ...(await resolved(ctx, row, identity, wanted)) } }
}

async function resolved(
  ctx: RequestContext,
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
