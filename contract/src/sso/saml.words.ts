import { logged, refusals } from '../ground/words.ts'

export const samlLog = logged({
  'saml-key.announced': {
    label: 'SAML certificate announced',
    did: 'announced a new certificate for SAML applications',
  },
  'saml-key.moved': {
    label: 'SAML applications moved to another certificate',
    did: 'moved SAML applications to another certificate',
  },
  'saml-key.changed': { label: 'SAML certificate changed', did: 'changed the certificate for SAML applications' },
  'saml-key.cancelled': {
    label: 'SAML certificate withdrawn',
    did: 'withdrew the new certificate for SAML applications',
  },
  'saml-key.ends': {
    label: 'SAML certificate ends soon',
    did: 'warned that the certificate for SAML applications ends',
  },
  'saml-metadata.waits': { label: 'Metadata of an application changed', did: 'found changed metadata of <0/>' },
})

export const samlRefusals = refusals({
  'saml-key-announced': { status: 409, says: 'A new certificate is announced already' },
  'saml-key-missing': { status: 409, says: 'No new certificate is announced' },
  'metadata-refused': { status: 422, says: 'This metadata cannot be taken' },
  'metadata-unreachable': { status: 422, says: 'The metadata cannot be fetched' },
})
