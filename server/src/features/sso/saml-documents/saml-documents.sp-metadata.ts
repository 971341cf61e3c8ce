import type { KeyObject } from 'node:crypto'
import { isolated } from '#platform/parsing/isolated-parser.ts'
import { restoreSamlError } from './saml-error.ts'
import { metadataBounds } from './saml-documents.read.ts'
import * as signature from './signature.parse.ts'
import * as spMetadata from './sp-metadata.parse.ts'

export type { ServiceProviderDescription, SpMetadata } from './sp-metadata.parse.ts'

const small = 16 * 1024

const read = isolated<spMetadata.SpMetadataInput, spMetadata.SpMetadata>({
  module: new URL('sp-metadata.parse.ts', import.meta.url),
  parse: spMetadata.parse,
  size: ({ bytes }) => bytes.length,
  small,
  largest: metadataBounds.bytes,
  ...restoreSamlError,
})

export const spMetadataOf = (
  bytes: Uint8Array,
  known: readonly KeyObject[],
  now: Date,
): Promise<spMetadata.SpMetadata> => read({ bytes, known, now })

/** Whether one of these keys signed metadata as a whole. Throws SamlError if this can't be determined. */
export const isMetadataSigned: (input: signature.SignedInput) => Promise<boolean> = isolated({
  module: new URL('signature.parse.ts', import.meta.url),
  parse: signature.parse,
  size: ({ bytes }: signature.SignedInput) => bytes.length,
  small,
  largest: metadataBounds.bytes,
  ...restoreSamlError,
})
