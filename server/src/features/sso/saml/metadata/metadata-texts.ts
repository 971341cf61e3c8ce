import { msg } from '#platform/languages.ts'
import type { Reason, SamlError } from '#features/sso/saml-documents/saml-documents.unacceptable.ts'

const declarations = msg(
  'The document contains a document type, entities, or processing instructions, which are not allowed',
)

const words: Partial<Record<Reason, string>> = {
  'document-too-large': msg('The document is too large to be the metadata of one application'),
  'document-entities': declarations,
  'document-declarations': declarations,
  'metadata-kind': msg('The document is not the metadata of exactly one SAML application'),
  'metadata-expired': msg('This metadata has expired. Get the current metadata from the application'),
  'metadata-certificate': msg('The application signs its requests, but its metadata contains no readable certificate'),
  'metadata-acs': msg('The metadata contains no ACS URL with POST binding'),
  'metadata-entity': msg('The metadata contains no usable entity ID'),
}

export const metadataWords = ({ reason }: SamlError): string => words[reason] ?? msg('The document is not valid XML')
