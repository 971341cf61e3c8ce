import { createHash } from 'node:crypto'
import { verifySignature } from '#platform/secrets/signing-key.ts'

/** The first field of a signed document and of its file. */
export const evidenceFormat = 'claviger-attendance-1'

export const evidenceDigest = (document: string): string => createHash('sha256').update(document).digest('hex')

/** What is signed: the format, so that no other signature of the installation passes for one of these, and the digest. */
export const statementOfEvidence = (digest: string): string => `${evidenceFormat}.${digest}`

export interface EvidenceFile {
  readonly publicKey: string
  readonly signature: string
  readonly document: string
}

/** The signed file: the document stands in it byte by byte as it was signed. */
export const evidenceText = ({ publicKey, signature, document }: EvidenceFile): string =>
  `${headOf(publicKey, signature)}${document}}\n`

const headOf = (publicKey: string, signature: string) =>
  `{"format":${JSON.stringify(evidenceFormat)},"publicKey":${JSON.stringify(publicKey)},"signature":${JSON.stringify(signature)},"document":`

export type EvidenceVerdict =
  | {
      readonly valid: true
      readonly publicKey: string
      readonly digest: string
      readonly document: Record<string, unknown>
    }
  | { readonly valid: false; readonly why: string }

/** Verifies a file without the server; with `expectedKey` also who signed it. */
export function verifyEvidence(text: string, expectedKey?: string): EvidenceVerdict {
  const file = fileOf(text)
  if (typeof file === 'string') return { valid: false, why: file }
  const { publicKey, signature, document } = file
  if (expectedKey !== undefined && expectedKey !== publicKey)
    return { valid: false, why: 'The file was signed by another installation' }
  const digest = evidenceDigest(document)
  if (!verifySignature(publicKey, statementOfEvidence(digest), signature))
    return { valid: false, why: 'The signature does not match: the file was changed' }
  return { valid: true, publicKey, digest, document: JSON.parse(document) as Record<string, unknown> }
}

function fileOf(text: string): EvidenceFile | string {
  const notOne = 'This is not a signed attendance file'
  let read: { format?: unknown; publicKey?: unknown; signature?: unknown; document?: unknown }
  try {
    read = JSON.parse(text) as typeof read
  } catch {
    return notOne
  }
  const { format, publicKey, signature } = read
  if (format !== evidenceFormat || typeof publicKey !== 'string' || typeof signature !== 'string') return notOne
  // What is verified must be what a reader of the file sees, so nothing may stand twice or elsewhere
  const document = JSON.stringify(read.document)
  if (text !== evidenceText({ publicKey, signature, document }))
    return 'The file was changed or saved again by another program'
  return { publicKey, signature, document }
}
