import type { ParserError } from '#platform/parsing/isolated-parser.ts'
import { type Reason, SamlError } from './saml-documents.unacceptable.ts'

/** How refusals of a parser that ran in a worker become ours again. */
export const bySamlError = {
  refusal: ({ name, details }: ParserError) =>
    name === SamlError.name
      ? new SamlError(details['reason'] as Reason, details['details'] as Readonly<Record<string, string>>)
      : undefined,
  stopped: () => new SamlError('document-too-large'),
} as const
