import type { KeyObject } from 'node:crypto'
import { metadataBounds, readXml } from './saml-documents.read.ts'
import { SamlError } from './saml-documents.unacceptable.ts'
import { mustBeSigned } from './saml-documents.verify.ts'

/** A document, and the keys one of which may have signed it. */
export interface SignedInput {
  readonly bytes: Uint8Array
  readonly keys: readonly KeyObject[]
}

/** Whether one of the keys signed the document as a whole. */
export function parse({ bytes, keys }: SignedInput): boolean {
  try {
    mustBeSigned(readXml(bytes, metadataBounds), keys)
    return true
  } catch (error) {
    if (error instanceof SamlError) return false
    throw error
  }
}
