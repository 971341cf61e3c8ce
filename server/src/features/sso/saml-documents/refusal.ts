import type { Refused } from '../../../ground/parsing/isolated.ts'
import { type Reason, Unacceptable } from './saml-documents.unacceptable.ts'

/** How refusals of a parser that ran in a worker become ours again. */
export const byUnacceptable = {
  refusal: ({ name, details }: Refused) =>
    name === 'Unacceptable'
      ? new Unacceptable(details['reason'] as Reason, details['details'] as Readonly<Record<string, string>>)
      : undefined,
  stopped: () => new Unacceptable('document-too-large'),
} as const
