import type { ParserError, ParserStop } from '#platform/parsing/isolated-parser.ts'
import { metadataBounds } from './saml-documents.read.ts'
import { type Reason, SamlError, tooLarge } from './saml-documents.unacceptable.ts'

/** How refusals of a parser that ran in a worker become ours again. */
export const restoreSamlError = {
  refusal: ({ name, details }: ParserError) =>
    name === SamlError.name
      ? new SamlError(details['reason'] as Reason, details['details'] as Readonly<Record<string, string>>)
      : undefined,
  stopped: (why: ParserStop) =>
    why === 'size' ? tooLarge('bytes', metadataBounds.bytes) : new SamlError('document-too-large'),
} as const
