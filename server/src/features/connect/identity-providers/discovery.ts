import { msg, deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { isWebAddress } from '#integrations/private-addresses.ts'
import { type Guard, DeliveryError } from '#integrations/target.ts'
import { fetchOf, purposeIn } from './identity-providers.fetch.ts'

interface Discovered {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
}

const refuse = (message: string | ReturnType<typeof deferText>): never => {
  throw problem('provider-wrong', message, [{ field: 'issuer', message }])
}

/**
 * Reads an issuer's discovery document, which must contain the same issuer and all required endpoints.
 * @throws provider-unreachable, provider-wrong
 */
export async function discover(guard: Guard, workspace: string, issuer: string): Promise<void> {
  if (!isWebAddress(guard.config, issuer)) refuse(msg('The issuer URL must start with https://'))
  if (/[{}]|\/(common|organizations|consumers)(\/|$)/.test(issuer))
    refuse(msg('Enter the issuer of a single tenant. A multi-tenant issuer also accepts users of other organizations'))
  const found = await read(guard, workspace, issuer)
  if (found.issuer !== issuer)
    refuse(
      deferText('The discovery document has a different issuer: {issuer}', {
        issuer: String(found.issuer).slice(0, 200),
      }),
    )
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (!isAddress(guard, found[name])) refuse(deferText('The discovery document has no usable {name}', { name }))
}

const isAddress = ({ config }: Guard, value: unknown) => typeof value === 'string' && isWebAddress(config, value)

async function read(guard: Guard, workspace: string, issuer: string): Promise<Partial<Discovered>> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const answer = await fetchOf(guard, purposeIn(workspace))(url)
    if (answer.status !== 200)
      refuse(deferText('{url} returned status {status} instead of a document', { url, status: String(answer.status) }))
    const document: unknown = await answer.json()
    return typeof document === 'object' && document !== null ? document : {}
  } catch (error) {
    if (error instanceof DeliveryError)
      throw problem('provider-unreachable', error.says, [{ field: 'issuer', message: error.says }])
    if (error instanceof SyntaxError) refuse(msg('The response is not a discovery document'))
    throw error
  }
}
