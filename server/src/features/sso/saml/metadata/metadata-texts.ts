import { mostAcsUrls, mostSpCertificates } from '@claviger/contract/apps/applications/settings'
import type { Unsaid } from '@claviger/contract/platform/wording'
import { msg, unsaid } from '#platform/languages.ts'
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

export function metadataWords({ reason, details }: SamlError): Unsaid | string {
  const { count = '', element = '', address = '', name = '' } = details
  switch (reason) {
    case 'metadata-acs-many':
      return unsaid('The metadata contains {count} ACS URLs with POST binding. At most {most} are possible', {
        count,
        most: mostAcsUrls,
      })
    case 'metadata-certificates-many':
      return unsaid('The metadata contains {count} signing certificates. At most {most} are possible', {
        count,
        most: mostSpCertificates,
      })
    case 'metadata-address':
      return unsaid('{element}: {address} does not start with https://', { element, address })
    case 'document-twice':
      return unsaid('The metadata contains the element {name} more than once', { name })
    case 'document-value':
      return unsaid('The element {name} contains something other than text', { name })
    default:
      return words[reason] ?? msg('The document is not valid XML')
  }
}
