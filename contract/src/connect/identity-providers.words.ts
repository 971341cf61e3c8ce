import { logged, refusals } from '../ground/words.ts'

export const identityProvidersLog = logged({
  'identity-provider.created': { label: 'Identity provider added', did: 'added the identity provider <0/>' },
  'identity-provider.updated': { label: 'Identity provider changed', did: 'changed the identity provider <0/>' },
  'identity-provider.on': { label: 'Identity provider switched on', did: 'switched the identity provider <0/> on' },
  'identity-provider.off': { label: 'Identity provider switched off', did: 'switched the identity provider <0/> off' },
  'identity-provider.ends': {
    label: 'Certificate of an identity provider ends',
    did: 'told owners that the certificate of the identity provider <0/> ends',
  },
  'identity-provider.own-ends': {
    label: 'Own certificate for an identity provider ends',
    did: 'told owners that our certificate for the identity provider <0/> ends',
  },
  'identity-provider.metadata-taken': {
    label: 'Metadata of an identity provider taken',
    did: 'took the changed metadata of the identity provider <0/>',
  },
  'identity-provider.metadata-left': {
    label: 'Metadata of an identity provider left',
    did: 'left the identity provider <0/> as it is, against its changed metadata',
  },
  'identity-provider.metadata-waits': {
    label: 'Metadata of an identity provider changed',
    did: 'found changed metadata of the identity provider <0/>',
  },
  'identity-provider.key-announced': {
    label: 'Own certificate for an identity provider announced',
    did: 'announced a new certificate of ours for the identity provider <0/>',
  },
  'identity-provider.key-changed': {
    label: 'Own certificate for an identity provider changed',
    did: 'changed our certificate for the identity provider <0/>',
  },
  'identity-provider.key-cancelled': {
    label: 'Own certificate for an identity provider withdrawn',
    did: 'withdrew the new certificate of ours for the identity provider <0/>',
  },
  'identity-provider.deleted': { label: 'Identity provider deleted', did: 'deleted the identity provider <0/>' },
})

export const identityProvidersRefusals = refusals({
  'provider-in-use': {
    status: 409,
    says: 'An authentication profile sends people to this provider. Change that first',
    constraint: 'profile_sends_there',
  },
  'provider-name-taken': {
    status: 409,
    says: 'Another identity provider has this name',
    constraint: 'identity_providers_name',
  },
  'too-many-providers': { status: 409, says: 'There are 50 identity providers already' },
  'provider-unreachable': { status: 422, says: 'The identity provider could not be asked' },
  'provider-wrong': { status: 422, says: 'What the identity provider says about itself cannot be used' },
})
