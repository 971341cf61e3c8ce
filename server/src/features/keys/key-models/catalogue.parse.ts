import { verify, X509Certificate } from 'node:crypto'

// FIDO Metadata Service v3.0: a JWS whose header contains its certificates (§3.1.7) and whose entries describe models

/** A model as the catalogue has it. */
interface Model {
  aaguid: string
  description: string
  status: string
  since: string | null
  warning: string | null
  icon: string | null
  roots: string[]
}

export interface Issue {
  number: number
  /** A day. */
  nextUpdate: string
  models: Model[]
}

const signer = 'mds.fidoalliance.org'
const longestChain = 5
const warnings = new Set([
  'REVOKED',
  'USER_VERIFICATION_BYPASS',
  'ATTESTATION_KEY_COMPROMISE',
  'USER_KEY_REMOTE_COMPROMISE',
  'USER_KEY_PHYSICAL_COMPROMISE',
])

/** Thrown if a catalogue can't be loaded; the message says why. */
export class CatalogueError extends Error {}

const refused = (why: string) => new CatalogueError(`This catalogue cannot be loaded: ${why}`)

/** A catalogue as received, its trusted certificate (DER), and the time. */
export interface ReceivedCatalogue {
  readonly blob: string
  readonly root: Uint8Array
  readonly now: Date
}

/** Checks the signature and the chain of an issue of the catalogue and reads its models. @throws CatalogueError */
export function parse({ blob, root, now }: ReceivedCatalogue): Issue {
  const [head = '', body = '', signature = '', ...rest] = blob.trim().split('.')
  if (rest.length > 0 || signature === '') throw refused('it is not a signed file')
  const header = jsonOf(head)
  const leaf = checkedLeaf(header['x5c'], new X509Certificate(root), now)
  const signed = Buffer.from(`${head}.${body}`)
  if (!isSigned(header['alg'], signed, leaf, Buffer.from(signature, 'base64url')))
    throw refused('the signature is wrong')
  return issueOf(jsonOf(body))
}

function jsonOf(part: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>
  } catch {
    // Told below
  }
  throw refused('it is damaged')
}

/** The certificate that signs, where its chain ends in the trusted root and it is FIDO's own. */
function checkedLeaf(x5c: unknown, root: X509Certificate, now: Date): X509Certificate {
  if (!Array.isArray(x5c) || x5c.length === 0 || x5c.length > longestChain) throw refused('it lacks its certificates')
  let chain: X509Certificate[]
  try {
    chain = x5c.map(one => new X509Certificate(Buffer.from(String(one), 'base64')))
  } catch {
    throw refused('its certificates cannot be read')
  }
  const [leaf] = chain as [X509Certificate]
  // Other services have certificates under the same root
  if (leaf.checkHost(signer) === undefined) throw refused(`it is not signed by ${signer}`)
  const whole = chain.at(-1)?.raw.equals(root.raw) ? chain : [...chain, root]
  for (const [place, one] of whole.entries()) {
    if (Date.parse(one.validFrom) > now.getTime() || Date.parse(one.validTo) < now.getTime())
      throw refused('a certificate of it is not valid today')
    const issuer = whole[place + 1]
    if (issuer && !(issuer.ca && one.checkIssued(issuer) && one.verify(issuer.publicKey)))
      throw refused('its certificate chain is not trusted')
  }
  return leaf
}

function isSigned(alg: unknown, data: Buffer, leaf: X509Certificate, signature: Buffer): boolean {
  const key = leaf.publicKey
  if (alg === 'RS256' && key.asymmetricKeyType === 'rsa') return verify('sha256', data, key, signature)
  if (alg === 'ES256' && key.asymmetricKeyType === 'ec')
    return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature)
  return false
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const day = /^\d{4}-\d{2}-\d{2}$/
const mostModels = 5000

function issueOf(payload: Record<string, unknown>): Issue {
  const { no, nextUpdate, entries } = payload
  if (!Number.isInteger(no) || typeof nextUpdate !== 'string' || !day.test(nextUpdate) || !Array.isArray(entries))
    throw refused('it is damaged')
  if (entries.length > mostModels) throw refused('it lists too many models')
  const models = entries.flatMap(modelOf)
  const byAaguid = new Map(models.map(model => [model.aaguid, model]))
  return { number: no as number, nextUpdate, models: [...byAaguid.values()] }
}

type Entry = { aaguid?: unknown; metadataStatement?: Record<string, unknown>; statusReports?: unknown }

/** Entries of U2F and UAF name no AAGUID and are left out. */
function modelOf(entry: Entry | null): Model[] {
  const aaguid = entry?.aaguid
  if (!entry || typeof aaguid !== 'string' || !uuid.test(aaguid)) return []
  const statement = entry.metadataStatement ?? {}
  const reports = (Array.isArray(entry.statusReports) ? entry.statusReports : []) as {
    status?: unknown
    effectiveDate?: unknown
  }[]
  const statusOf = (one: (typeof reports)[number]) => String(one.status).slice(0, 60)
  const certified = reports.findLast(one => statusOf(one).startsWith('FIDO_CERTIFIED')) ?? reports.at(-1)
  const warning = reports.findLast(one => warnings.has(statusOf(one)))
  const since = String(certified?.effectiveDate)
  const { description, icon, attestationRootCertificates } = statement
  const roots = Array.isArray(attestationRootCertificates) ? attestationRootCertificates : []
  return [
    {
      aaguid,
      description: (typeof description === 'string' ? description : aaguid).slice(0, 200),
      status: certified ? statusOf(certified) : 'NOT_FIDO_CERTIFIED',
      since: day.test(since) ? since : null,
      warning: warning ? statusOf(warning) : null,
      icon:
        typeof icon === 'string' && /^data:image\/(png|jpeg|svg\+xml);base64,/.test(icon) && icon.length <= 40_000
          ? icon
          : null,
      roots: roots.filter(one => typeof one === 'string' && one.length <= 8000).slice(0, 20) as string[],
    },
  ]
}
