import type { Element } from '@xmldom/xmldom'
import type { AppContext } from '#platform/app-context.ts'
import { ownAddressesOf, type SamlRow } from '#features/connect/identity-providers/identity-providers.ts'
import { ExternalIdentityError } from '../identity.ts'
import { mustBeSignedWhole, parseStrictly } from './strict-xml.ts'

const assertions = 'urn:oasis:names:tc:SAML:2.0:assertion'
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const tolerance = 180_000
const longestAge = 600_000

export interface ProviderSubject {
  name: string
  format: string | null
  qualifier: string | null
  spQualifier: string | null
  sid: string | null
}

export interface SignedOut {
  id: string
  subject: string
  sid: string | null
}

const refuse = (message: string): never => {
  throw new ExternalIdentityError(message)
}

const readerOf = async (world: AppContext, row: SamlRow, privateKey: string) => {
  const { SAML } = await import('@node-saml/node-saml')
  const ours = ownAddressesOf(world, row.id)
  return new SAML({
    issuer: ours.entityId,
    callbackUrl: ours.acsUrl,
    idpCert: row.settings.certificates,
    idpIssuer: row.issuer,
    entryPoint: row.settings.ssoUrl,
    privateKey,
    signatureAlgorithm: 'sha256',
    logoutUrl: row.settings.sloUrl,
    acceptedClockSkewMs: -1,
  })
}

/**
 * Verifies a SAML logout request: signed as a whole with one of the provider's certificates, addressed to us, and
 * current.
 * @throws ExternalIdentityError
 */
export async function verifySignOut(
  world: AppContext,
  row: SamlRow,
  privateKey: string,
  base64: string,
): Promise<SignedOut> {
  const document = parseStrictly(Buffer.from(base64, 'base64').toString('utf8'))
  const root = document.documentElement
  if (root?.localName !== 'LogoutRequest' || root.namespaceURI !== protocol)
    return refuse('The message is not a sign-out request')
  mustBeSignedWhole(document)
  try {
    const reader = await readerOf(world, row, privateKey)
    await reader.validatePostRequestAsync({ SAMLRequest: base64 })
  } catch (error) {
    refuse(error instanceof Error ? error.message.slice(0, 200) : 'The signature is not right')
  }
  return signedOutOf(world, row, root)
}

/** Parses a logout request with a verified signature; must be addressed to us and current. @throws ExternalIdentityError */
export function signedOutOf(world: AppContext, row: SamlRow, root: Element): SignedOut {
  mustBeForUs(world, row, root)
  const named = (what: string) =>
    [...root.childNodes].find(
      (one): one is Element => (one as Element).localName === what && (one as Element).namespaceURI === assertions,
    )
  if (named('Issuer')?.textContent?.trim() !== row.issuer) return refuse('The request comes from another provider')
  const name = named('NameID')
  const id = root.getAttribute('ID') ?? ''
  if (!name?.textContent || id === '' || id.length > 280) return refuse('The request has no name ID')
  const [session] = [...root.getElementsByTagNameNS(protocol, 'SessionIndex')]
  return {
    id,
    subject: `${name.getAttribute('NameQualifier') ?? ''}!${name.textContent.trim()}`.slice(0, 600),
    sid: session?.textContent?.trim().slice(0, 300) || null,
  }
}

function mustBeForUs(world: AppContext, row: SamlRow, root: Element): void {
  const now = world.clock.now().getTime()
  const to = root.getAttribute('Destination')
  if (to && to !== ownAddressesOf(world, row.id).sloUrl) refuse('The request was sent to the wrong address')
  const made = Date.parse(root.getAttribute('IssueInstant') ?? '')
  if (!(Math.abs(now - made) <= longestAge)) refuse('The request is not of now')
  const until = root.getAttribute('NotOnOrAfter')
  if (until && !(Date.parse(until) + tolerance > now)) refuse('The request has expired')
}

/** Provider address with our signed logout response; undefined if the provider has no logout address. */
export async function signOutAnswer(
  world: AppContext,
  row: SamlRow,
  privateKey: string,
  { id, relayState }: { id: string; relayState: string },
): Promise<string | undefined> {
  if (row.settings.sloUrl === '') return undefined
  const asked = { ID: id, issuer: row.issuer, nameID: '', nameIDFormat: '' }
  const reader = await readerOf(world, row, privateKey)
  return reader.getLogoutResponseUrlAsync(asked, relayState, {}, true)
}

export async function signOutRequest(
  world: AppContext,
  row: SamlRow,
  privateKey: string,
  { name, format, qualifier, spQualifier, sid }: ProviderSubject,
): Promise<string> {
  const reader = await readerOf(world, row, privateKey)
  return reader.getLogoutUrlAsync(
    {
      issuer: row.issuer,
      nameID: name,
      nameIDFormat: format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      ...(qualifier !== null && { nameQualifier: qualifier }),
      ...(spQualifier !== null && { spNameQualifier: spQualifier }),
      ...(sid !== null && { sessionIndex: sid }),
    },
    '',
    {},
  )
}
