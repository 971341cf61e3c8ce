import { msg, unsaid } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import type { World } from '../../../ground/world.ts'
import { Undelivered } from '../../../outside/target.ts'
import { fetchOf } from './identity-providers.fetch.ts'

/** What we need to know of a provider before we trust it. */
interface Discovered {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
}

const refuse = (message: string | ReturnType<typeof unsaid>): never => {
  throw problem('provider-wrong', message, [{ field: 'issuer', message }])
}

/**
 * Reads the discovery document of an issuer: it must name the same issuer and what a sign-in needs. Throws
 * provider-unreachable and provider-wrong.
 */
export async function discover(world: Pick<World, 'config'>, issuer: string): Promise<void> {
  if (!issuer.startsWith('https:') && !world.config.privateTargets)
    refuse(msg('The address of an issuer begins with https://'))
  if (/[{}]|\/(common|organizations|consumers)(\/|$)/.test(issuer))
    refuse(msg('Enter the issuer of one tenant: one for all tenants speaks for strangers, too'))
  const found = await read(world, issuer)
  if (found.issuer !== issuer)
    refuse(unsaid('The document there names another issuer: {issuer}', { issuer: String(found.issuer).slice(0, 200) }))
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (!isAddress(world, found[name])) refuse(unsaid('The document there has no usable {name}', { name }))
}

const isAddress = (world: Pick<World, 'config'>, value: unknown) =>
  typeof value === 'string' &&
  URL.canParse(value) &&
  (value.startsWith('https:') || (world.config.privateTargets && value.startsWith('http:')))

async function read(world: Pick<World, 'config'>, issuer: string): Promise<Partial<Discovered>> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const answer = await fetchOf(world)(url)
    if (answer.status !== 200)
      refuse(unsaid('{url} answered {status} instead of a document', { url, status: String(answer.status) }))
    const document: unknown = await answer.json()
    return typeof document === 'object' && document !== null ? document : {}
  } catch (error) {
    if (error instanceof Undelivered)
      throw problem('provider-unreachable', error.message, [{ field: 'issuer', message: error.message }])
    if (error instanceof SyntaxError) refuse(msg('What is there is no discovery document'))
    throw error
  }
}
