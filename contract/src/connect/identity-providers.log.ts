import { logged } from '../ground/log.ts'

export const identityProvidersLog = logged({
  'identity-provider.created': { label: 'Identity provider added', did: 'added the identity provider <0/>' },
  'identity-provider.updated': { label: 'Identity provider changed', did: 'changed the identity provider <0/>' },
  'identity-provider.on': { label: 'Identity provider switched on', did: 'switched the identity provider <0/> on' },
  'identity-provider.off': { label: 'Identity provider switched off', did: 'switched the identity provider <0/> off' },
  'identity-provider.ends': {
    label: 'Certificate of an identity provider ends',
    did: 'told owners that the certificate of the identity provider <0/> ends',
  },
  'identity-provider.deleted': { label: 'Identity provider deleted', did: 'deleted the identity provider <0/>' },
})
