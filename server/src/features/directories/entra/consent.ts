import type { entra } from '@claviger/contract/directories/entra'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { withoutTransaction } from '#http/bind.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { Problem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { accessTo } from '#features/connect/api-applications/api-applications.access.ts'
import { placeIn } from '#features/connect/api-applications/api-applications.entra.ts'
import {
  keepConsent,
  operatorsApplication,
  type OperatorsApplication,
} from '#features/connect/api-applications/api-applications.operators.ts'
import { spendChallenge } from '#features/keys/credentials/credentials.ts'
import { administratorOfTenant, consentSignInAddress, type ProofStep, consentReturnUrl } from './consent-proof.ts'
import { readConsentState, type State, writeState } from './consent-state.ts'

type InputFor<C extends keyof (typeof entra)['calls']> = OutputOf<(typeof entra)['calls'][C]['input']>
type Came = InputFor<'arrive'>
type Arrived = OutputOf<(typeof entra)['calls']['arrive']['reply']>

interface Asking {
  readonly client: string
  readonly address: string
  /** Tenant ID, or `organizations` for the tenant of the user who signs in. */
  readonly tenant: string
}

/** Address of the admin consent page (learn.microsoft.com/entra/identity-platform/v2-admin-consent). */
function consentAddress(ctx: TransactionContext, { client, address, tenant }: Asking, state: string): string {
  const { signIn, audience } = placeIn({ address })
  const url = new URL(`/${tenant}/v2.0/adminconsent`, signIn)
  url.search = new URLSearchParams({
    client_id: client,
    scope: `${audience}/.default`,
    redirect_uri: consentReturnUrl(ctx),
    state,
  }).toString()
  return url.href
}

/**
 * Consent address for an API application of the workspace, or for the installation's own application.
 * @throws not-found
 */
export async function connectTenant(ctx: TransactionContext, { application }: InputFor<'connect'>) {
  if (application === undefined) {
    const own = operatorsApplication(ctx.config)
    const { state } = writeState(ctx, { step: 'consent' })
    if (own) return { url: consentAddress(ctx, { ...own, tenant: 'organizations' }, state), reason: null }
    return {
      url: null,
      reason:
        'There is no application of its own here that tenants could consent to. Register one in your tenant and add it as API application',
    }
  }
  const access = await accessTo(ctx, application, 'azure')
  const { state } = writeState(ctx, { step: 'own', application: access.id })
  return { url: consentAddress(ctx, access, state), reason: null }
}

/**
 * Handles Microsoft's redirect. A consent to the workspace's API application is noted; a consent to the
 * installation's application continues with an administrator's sign-in, and counts only after it.
 * @throws not-found, verify-first, consent-stale, consent-elsewhere, consent-not-proven, api-applications-full,
 * cloud-refuses, cloud-away
 */
export const handleConsentRedirect = withoutTransaction(async (ctx: RequestContext, came: Came): Promise<Arrived> => {
  const said = readConsentState(ctx, came.state)
  if (said.step === 'own') return ctx.transact(inner => consented(inner, said.application, came.tenant))
  const own = operatorsApplication(ctx.config)
  if (!own) throw problem('consent-stale')
  return said.step === 'consent' ? leadOn(ctx, own, came.tenant) : prove(ctx, own, said, came)
})

async function consented(ctx: TransactionContext, application: string, tenant: string | undefined): Promise<Arrived> {
  const access = await accessTo(ctx, application, 'azure')
  if (tenant?.toLowerCase() !== access.tenant.toLowerCase()) throw problem('consent-elsewhere')
  await record(ctx, {
    action: 'entra.consented',
    object: { type: 'api-application', id: access.id, name: access.name },
  })
  return { application: access.id, url: null }
}

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function leadOn(ctx: RequestContext, own: OperatorsApplication, tenant = ''): Promise<Arrived> {
  if (!guid.test(tenant)) throw problem('consent-stale')
  const step = { step: 'proof' as const, tenant: tenant.toLowerCase() }
  const url = await consentSignInAddress(ctx, own, { ...writeState(ctx, step), tenant: step.tenant })
  return { application: null, url }
}

async function prove(
  ctx: RequestContext,
  own: OperatorsApplication,
  { id, tenant, endsAt }: State & { step: 'proof' },
  { state, code }: Came,
): Promise<Arrived> {
  mustBeFresh(ctx, 'directories.write')
  if (!code) throw problem('consent-stale')
  const object = { type: 'entra-tenant', id: tenant, name: tenant }
  const step: ProofStep = { tenant, id, state }
  try {
    await ctx.transact(inner => spendChallenge(inner, Buffer.from(id), new Date(endsAt)))
  } catch (error) {
    throw error instanceof Problem ? problem('consent-stale') : error
  }
  try {
    const { name } = await administratorOfTenant(ctx, own, step, code)
    return await ctx.transact(async inner => {
      const domain = /^[^@]+@([\w.-]{1,50})$/.exec(name)?.[1]
      const kept = await keepConsent(inner, own, { tenant, name: `Entra ID ${domain ?? tenant}` })
      await record(inner, { action: 'entra.connected', object, after: { administrator: name } })
      return { application: kept.id, url: null }
    })
  } catch (error) {
    if (error instanceof Problem) {
      const failed = error.message
      await ctx.transact(inner => record(inner, { action: 'entra.connected', object, failed }))
    }
    throw error
  }
}
