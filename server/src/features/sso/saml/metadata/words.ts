import { msg } from '../../../../ground/languages.ts'
import type { Reason, Unacceptable } from '../../saml-documents/saml-documents.unacceptable.ts'

const declarations = msg('The document has a document type, entities or instructions, which are refused')

const words: Partial<Record<Reason, string>> = {
  'document-too-large': msg('The document is too large for the metadata of one application'),
  'document-entities': declarations,
  'document-declarations': declarations,
  'metadata-kind': msg('This is not the metadata of one SAML application'),
  'metadata-expired': msg('This metadata has expired. Fetch it anew from the application'),
  'metadata-certificate': msg('The application says that it signs, but no certificate of it can be read here'),
  'metadata-acs': msg('The metadata names no address that takes assertions by POST'),
  'metadata-entity': msg('The metadata names no usable entity ID'),
}

/** Why metadata is not taken, for whoever gave it. */
export const metadataWords = ({ reason }: Unacceptable): string => words[reason] ?? msg('The document is not valid XML')
