import { logged, refusals } from '../platform/text-declarations.ts'

export const identityProvidersLog = logged({
  'identity-provider.created': { label: 'Identity provider added', did: 'added the identity provider <0/>' },
  'identity-provider.updated': { label: 'Identity provider changed', did: 'changed the identity provider <0/>' },
  'identity-provider.on': { label: 'Identity provider turned on', did: 'turned the identity provider <0/> on' },
  'identity-provider.off': { label: 'Identity provider turned off', did: 'turned the identity provider <0/> off' },
  'identity-provider.ends': {
    label: 'Identity provider certificate expires',
    did: 'notified owners that the certificate of the identity provider <0/> expires',
  },
  'identity-provider.own-ends': {
    label: 'Claviger certificate for an identity provider expires',
    did: 'notified owners that the Claviger certificate for the identity provider <0/> expires',
  },
  'identity-provider.metadata-taken': {
    label: 'Identity provider metadata changes applied',
    did: 'applied the metadata changes of the identity provider <0/>',
  },
  'identity-provider.metadata-left': {
    label: 'Identity provider metadata changes ignored',
    did: 'ignored the metadata changes of the identity provider <0/>',
  },
  'identity-provider.metadata-waits': {
    label: 'Identity provider metadata changed',
    did: 'detected changed metadata of the identity provider <0/>',
  },
  'identity-provider.key-announced': {
    label: 'Claviger certificate for an identity provider published',
    did: 'published a new Claviger certificate for the identity provider <0/>',
  },
  'identity-provider.key-changed': {
    label: 'Claviger certificate for an identity provider changed',
    did: 'changed the Claviger certificate for the identity provider <0/>',
  },
  'identity-provider.key-cancelled': {
    label: 'Claviger certificate for an identity provider withdrawn',
    did: 'withdrew the new Claviger certificate for the identity provider <0/>',
  },
  'identity-provider.deleted': { label: 'Identity provider deleted', did: 'deleted the identity provider <0/>' },
})

export const identityProvidersRefusals = refusals({
  'provider-in-use': {
    status: 409,
    says: 'An authentication profile uses this provider. Change the profile first',
    constraint: 'profile_sends_there',
  },
  'provider-name-taken': {
    status: 409,
    says: 'Another identity provider already has this name',
    constraint: 'identity_providers_name',
  },
  'too-many-providers': { status: 409, says: 'You already have 50 identity providers. Delete one first' },
  'provider-unreachable': { status: 422, says: 'The identity provider could not be reached' },
  'provider-wrong': { status: 422, says: "The identity provider's metadata or discovery document can't be used" },
})
