import { mostAcsUrls, mostSpCertificates } from '@claviger/contract/apps/applications/application-settings'
import type { DeferredText } from '@claviger/contract/platform/wording'
import { msg, deferText } from '#platform/languages.ts'
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

const exceeded: Readonly<Record<string, string>> = {
  bytes: msg('The metadata is larger than {most} bytes'),
  elements: msg('The metadata has more than {most} elements'),
  levels: msg('The metadata is nested deeper than {most} levels'),
}

const named: Partial<Record<Reason, (details: SamlError['details']) => DeferredText | undefined>> = {
  'document-too-large': ({ counted = '', most = '' }) => {
    const sentence = exceeded[counted]
    return sentence === undefined ? undefined : deferText(sentence, { most: Number(most) })
  },
  'metadata-acs-many': ({ count = '' }) =>
    deferText('The metadata contains {count} ACS URLs with POST binding. At most {most} are supported', {
      count,
      most: mostAcsUrls,
    }),
  'metadata-certificates-many': ({ count = '' }) =>
    deferText('The metadata contains {count} signing certificates. At most {most} are supported', {
      count,
      most: mostSpCertificates,
    }),
  'metadata-address': ({ element = '', address = '' }) =>
    deferText('{element}: {address} does not start with https://', { element, address }),
  'document-twice': ({ name = '' }) => deferText('The metadata contains the element {name} more than once', { name }),
  'document-value': ({ name = '' }) => deferText('The element {name} contains something other than text', { name }),
}

export const metadataWords = ({ reason, details }: SamlError): DeferredText | string =>
  named[reason]?.(details) ?? words[reason] ?? msg('The document is not valid XML')
