import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import * as z from 'zod/mini'
import type { ApiApplicationInput } from '@claviger/contract/connect/api-applications'
import { msg } from '#platform/languages.ts'
import { Problem, problem } from '#platform/problem.ts'
import type { AppContext } from '#platform/app-context.ts'
import { isWebAddress } from '#integrations/private-addresses.ts'
import { oktaKey } from './api-applications.okta.ts'

const entra = 'https://login.microsoftonline.com'

function refuse(field: string, message: string): never {
  throw problem('invalid-input', undefined, [{ field, message }])
}

/** Validates the target address: an https origin without a path. @throws invalid-input */
export function tenantAddress(
  world: Pick<AppContext, 'config'>,
  { type, address }: Pick<ApiApplicationInput, 'type' | 'address'>,
) {
  if (!address)
    return type === 'azure' ? entra : refuse('address', msg('Enter the URL, for example https://example.okta.com'))
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (
    !url ||
    !isWebAddress(world.config, url) ||
    url.username !== '' ||
    url.password !== '' ||
    url.pathname !== '/' ||
    url.search !== ''
  )
    refuse('address', msg('Enter the URL, for example https://example.okta.com'))
  return url.origin
}

/** Expiry of a certificate, which must match its key. @throws invalid-input */
export function endOfCertificate(certificate: string, privateKey: string): Date {
  let read: X509Certificate
  try {
    read = new X509Certificate(certificate)
  } catch {
    refuse('certificate', msg("This certificate can't be read"))
  }
  try {
    const key = createPrivateKey(privateKey)
    if (key.asymmetricKeyType !== 'rsa') refuse('privateKey', msg('Entra ID accepts only RSA keys'))
    if (!read.checkPrivateKey(key)) refuse('privateKey', msg("This key doesn't belong to the certificate"))
  } catch (error) {
    if (error instanceof Problem) throw error
    refuse('privateKey', msg("This key can't be read"))
  }
  return new Date(read.validTo)
}

/** Validates a signing key for Okta. @throws invalid-input */
export function mustBeKeyOfOkta(privateKey: string): void {
  let key: KeyObject
  try {
    ;({ key } = oktaKey(privateKey))
  } catch {
    refuse('privateKey', msg("This key can't be read"))
  }
  if (key.asymmetricKeyType !== 'rsa') refuse('privateKey', msg('Okta accepts only RSA keys'))
}

/** Refuses an incomplete connection. @throws invalid-input */
export function mustBeWholeApplication({
  type,
  tenantId,
  clientId,
  certificate,
  privateKey,
}: Omit<ApiApplicationInput, 'name'>): void {
  if (type === 'okta') {
    if (certificate) refuse('certificate', msg('Okta requires an API token or a private key'))
    if (privateKey && !clientId) refuse('clientId', msg('Enter the application ID'))
    return
  }
  if (!tenantId) refuse('tenantId', msg('Enter the directory ID'))
  if (!clientId) refuse('clientId', msg('Enter the application ID'))
  if (!z.guid().safeParse(clientId).success) refuse('clientId', msg('Enter the ID as shown there'))
}
