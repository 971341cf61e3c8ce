import { logged, refusals } from '../platform/text-declarations.ts'

export const samlLog = logged({
  'saml-key.announced': {
    label: 'SAML certificate published',
    did: 'published a new certificate for SAML applications',
  },
  'saml-key.moved': {
    label: 'SAML applications switched to another certificate',
    did: 'switched SAML applications to another certificate',
  },
  'saml-key.changed': { label: 'SAML certificate changed', did: 'changed the certificate for SAML applications' },
  'saml-key.cancelled': {
    label: 'SAML certificate withdrawn',
    did: 'withdrew the new certificate for SAML applications',
  },
  'saml-key.ends': {
    label: 'SAML certificate expires soon',
    did: 'warned that the certificate for SAML applications expires soon',
  },
  'saml-metadata.waits': { label: 'Application metadata changed', did: 'detected changed metadata of <0/>' },
})

export const samlRefusals = refusals({
  'saml-key-announced': { status: 409, says: 'A new certificate is already published' },
  'saml-key-missing': { status: 409, says: 'No new certificate is published' },
  'metadata-refused': { status: 422, says: "This metadata can't be applied" },
  'metadata-unreachable': { status: 422, says: "The metadata can't be downloaded" },
})
