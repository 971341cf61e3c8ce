import { logged, refusals } from '../platform/text-declarations.ts'

export const securityKeysLog = logged({
  'security-key.assigned': { label: 'Security key assigned', did: 'assigned the security key <0/>' },
  'security-key.added': { label: 'Security key added', did: 'added the security key <0/>' },
  'security-key.activated': { label: 'Security key activated', did: 'activated the security key <0/>' },
  'security-key.updated': { label: 'Security key changed', did: 'changed the security key <0/>' },
  'security-key.made-default': { label: 'Default key set', did: 'set the default key of its owner: <0/>' },
  'security-key.suspended': { label: 'Security key suspended', did: 'suspended the security key <0/>' },
  'security-key.reactivated': { label: 'Security key reactivated', did: 'reactivated the security key <0/>' },
  'security-key.blocked': {
    label: 'Security key blocked',
    did: 'blocked the security key <0/> by entering wrong PINs',
  },
  'security-key.unblocked': { label: 'Security key unblocked', did: 'unblocked the security key <0/>' },
  'security-key.pin-reset': { label: 'PIN reset', did: 'reset the PIN of the security key <0/>' },
  'security-key.verification-changed': {
    label: 'Verification changed',
    did: 'changed the verification of the security key <0/>',
  },
  'security-key.offline-changed': {
    label: 'Offline use changed',
    did: 'changed offline use of the security key <0/>',
  },
  'security-key.cancelled': { label: 'Activation canceled', did: 'canceled the activation of the security key <0/>' },
  'security-key.revoked': { label: 'Security key removed', did: 'removed the security key <0/> from its owner' },
  'security-key.deleted': { label: 'Security key deleted', did: 'deleted the security key <0/>' },
  'security-key.registered': {
    use: true,
    label: 'Card registered at a site',
    did: 'registered at a site with the card <0/>',
  },
  'security-key.signed-in': { use: true, label: 'Card used to sign in', did: 'signed in to a site with the card <0/>' },
  'security-key.pin-refused': {
    use: true,
    label: 'Wrong PIN',
    did: 'entered a PIN for the card <0/>',
    failed: 'entered a wrong PIN for a card',
  },
  'security-key.refused': {
    use: true,
    label: 'Key refused at a reader',
    did: 'used a key at a reader',
    failed: 'failed to use a key at a reader',
  },
  'security-key.passkey-deleted': { label: 'Passkey on a card deleted', did: 'deleted a passkey on the card <0/>' },
  'security-key.proof-begun': { label: 'Key confirmed by email', did: 'confirmed the security key <0/> by email' },
  'security-key.proved': { label: 'Key confirmed by its owner', did: 'confirmed their own security key <0/>' },
  'security-key.disowned': {
    label: 'Key reported by its owner',
    did: 'reported the security key <0/> as not theirs',
  },
  'security-keys.act-started': { label: 'Bulk action on keys', did: 'ran a bulk action on security keys' },
  'security-keys.act-undone': { label: 'Bulk action on keys undone', did: 'undid a bulk action on security keys' },
})

export const securityKeysRefusals = refusals({
  'own-keys-only': {
    status: 422,
    says: "Your workspace doesn't allow you to do this with keys. Contact your administrator",
  },
  'card-unreadable': { status: 422, says: 'This is not a card number' },
  'card-taken': { status: 409, says: 'This card is already assigned', constraint: 'security_keys_card' },
  'card-other': { status: 409, says: 'This is not the card that is assigned to you. Tap your own card' },
  'kind-taken': { status: 409, says: 'This user already has a key of this type' },
  'setting-not-of-kind': { status: 422, says: "Keys of this type don't have this setting" },
  'pin-unfit': { status: 422, says: 'PIN is not in the right format!' },
  'card-unknown': {
    status: 404,
    says: 'This card is not assigned to a user. Ask your administrator to assign it',
    constraint: 'card_is_there',
  },
  'key-pending': {
    status: 409,
    says: 'This card is not activated yet. Use the link in your email or contact your administrator',
  },
  'key-suspended': { status: 409, says: 'This card is suspended. Contact your administrator' },
  'key-blocked': {
    status: 409,
    says: 'This card is blocked because a wrong PIN was entered too often. Ask your administrator to unblock it',
  },
  'key-waiting': {
    status: 409,
    says: "The card's owner must confirm it before it works. Open the link in your email or go to “My security keys”",
  },
})
