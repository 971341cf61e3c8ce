import * as client from 'openid-client'
import * as z from 'zod/mini'
import { Problem, problem } from '#platform/problem.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { AppContext } from '#platform/app-context.ts'
import { allowsLoopback } from '#integrations/private-addresses.ts'
import { DeliveryError } from '#integrations/target.ts'
import { assertionOf, placeIn } from '#features/connect/api-applications/api-applications.entra.ts'
import type { OperatorsApplication } from '#features/connect/api-applications/api-applications.operators.ts'
import { fetchOf } from '#features/connect/identity-providers/identity-providers.fetch.ts'
import { CloudFailure } from '../cloud/cloud.failure.ts'
import { graphWith } from '../cloud/cloud.graph.ts'

// The consent redirect names a tenant, but anyone can forge such a redirect with a tenant that consented for another
// workspace. So an administrator of the tenant must sign in: with the code flow of the same application, as one of
// the users who can grant that consent.

/** Template IDs of Global Administrator and Privileged Role Administrator, who can grant application permissions. */
const mayConsent: ReadonlySet<string> = new Set([
  '62e90394-69f5-4237-9190-012177145e10',
  'e8611ab8-c189-46e8-94e1-60213ab1f814',
])
// Tolerated clock difference of Entra ID, in seconds
const tolerance = 180

export const consentReturnUrl = ({ config }: Pick<AppContext, 'config'>): string =>
  `${config.publicUrl}/dashboard/sync/azureAD`

export interface ProofStep {
  readonly tenant: string
  readonly id: string
  readonly state: string
}

const derived = (world: AppContext, purpose: string, id: string) =>
  keyedHash(world.hashKey, `entra consent ${purpose}`, id).toString('base64url')

/** The application's secret, or an assertion signed with its key. */
async function authentication(own: OperatorsApplication, tenant: string): Promise<client.ClientAuth> {
  const { certificate, client: id, secrets } = own
  const { secret, privateKey } = secrets
  if (privateKey === undefined) return client.ClientSecretPost(secret ?? '')
  const door = `${placeIn(own).signIn}/${tenant}/oauth2/v2.0/token`
  const assertion = await assertionOf({ certificate, client: id, privateKey }, door)
  return (_server, _client, body) => {
    body.set('client_id', id)
    body.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    body.set('client_assertion', assertion)
  }
}

/** Calls Entra ID and maps errors to refusals. @throws cloud-refuses, cloud-away */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError)
      throw problem('cloud-refuses', `Entra ID answered: ${(error.error_description ?? error.error).slice(0, 200)}`)
    if (error instanceof client.ClientError && !(error.cause instanceof DeliveryError))
      throw problem('cloud-refuses', "The response from Entra ID doesn't prove an identity")
    throw problem('cloud-away')
  }
}

/** A tenant's discovery document; its endpoints must belong to its cloud. @throws cloud-refuses, cloud-away */
const configurationOf = (world: AppContext, own: OperatorsApplication, tenant: string): Promise<client.Configuration> =>
  told(async () => {
    const { signIn } = placeIn(own)
    const found = await client.discovery(
      new URL(`${signIn}/${tenant}/v2.0`),
      own.client,
      { [client.clockTolerance]: tolerance },
      await authentication(own, tenant),
      {
        [client.customFetch]: fetchOf(world, 'operator'),
        timeout: 10,
        execute: [
          client.enableNonRepudiationChecks,
          ...(allowsLoopback(world.config) ? [client.allowInsecureRequests] : []),
        ],
      },
    )
    const { authorization_endpoint, token_endpoint, jwks_uri } = found.serverMetadata()
    if ([authorization_endpoint, token_endpoint, jwks_uri].some(one => !one || new URL(one).origin !== signIn))
      throw problem('cloud-refuses', "The tenant's metadata names an address outside Microsoft")
    return found
  })

/** Sign-in address for the tenant's administrator; nonce and PKCE verifier are derived from the step's ID. */
export async function consentSignInAddress(
  world: AppContext,
  own: OperatorsApplication,
  step: ProofStep,
): Promise<string> {
  const url = client.buildAuthorizationUrl(await configurationOf(world, own, step.tenant), {
    redirect_uri: consentReturnUrl(world),
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid profile',
    state: step.state,
    nonce: derived(world, 'nonce', step.id),
    code_challenge: await client.calculatePKCECodeChallenge(derived(world, 'proof', step.id)),
    code_challenge_method: 'S256',
  })
  return url.href
}

export interface Administrator {
  readonly name: string
}

const Claims = z.object({
  tid: z.guid(),
  oid: z.guid(),
  wids: z.optional(z.array(z.string())),
  preferred_username: z.optional(z.string()),
})

/**
 * Exchanges the code for the signed-in user, who must belong to this tenant and be able to grant the consent.
 * @throws consent-elsewhere, consent-not-proven, cloud-refuses, cloud-away
 */
export async function administratorOfTenant(
  world: AppContext,
  own: OperatorsApplication,
  step: ProofStep,
  code: string,
): Promise<Administrator> {
  const configuration = await configurationOf(world, own, step.tenant)
  const here = new URL(consentReturnUrl(world))
  here.search = new URLSearchParams({ code, state: step.state }).toString()
  const tokens = await told(() =>
    client.authorizationCodeGrant(configuration, here, {
      expectedState: step.state,
      expectedNonce: derived(world, 'nonce', step.id),
      pkceCodeVerifier: derived(world, 'proof', step.id),
      idTokenExpected: true,
    }),
  )
  const said = Claims.safeParse(tokens.claims())
  if (!said.success) throw problem('consent-not-proven')
  const { tid, oid, wids = [], preferred_username: name = oid } = said.data
  if (tid.toLowerCase() !== step.tenant.toLowerCase()) throw problem('consent-elsewhere')
  if (!wids.some(one => mayConsent.has(one.toLowerCase())) && !(await holdsRole(world, own, step.tenant, oid)))
    throw problem('consent-not-proven')
  return { name: name.slice(0, 200) }
}

const Role = z.object({ roleTemplateId: z.optional(z.nullable(z.string())) })

async function holdsRole(world: AppContext, own: OperatorsApplication, tenant: string, oid: string): Promise<boolean> {
  const { client: id, address, certificate, secrets } = own
  const access = { ...secrets, certificate, client: id, address, tenant, type: 'azure' as const, operators: true }
  const graph = graphWith(world, { ...access, workspace: '', id: `consent of ${tenant}`, version: 1, name: '' })
  const path = `/users/${encodeURIComponent(oid)}/transitiveMemberOf/microsoft.graph.directoryRole`
  try {
    // Newly granted permissions appear only in a new token
    await graph.token(true)
    const headers = { ConsistencyLevel: 'eventual' }
    const signal = AbortSignal.timeout(20_000)
    for await (const page of graph.pages(`${path}?$count=true&$select=id,roleTemplateId`, { headers, signal }))
      if (page.some(row => mayConsent.has(Role.parse(row).roleTemplateId?.toLowerCase() ?? ''))) return true
    return false
  } catch (error) {
    if (error instanceof CloudFailure || (error instanceof Error && error.name === 'TimeoutError')) return false
    throw error
  }
}
