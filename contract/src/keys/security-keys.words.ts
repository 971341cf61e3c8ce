import { logged, refusals } from '../ground/words.ts'

export const securityKeysLog = logged({
  'security-key.assigned': { label: 'Security key assigned', did: 'assigned the security key <0/>' },
  'security-key.added': { label: 'Security key added', did: 'added the security key <0/>' },
  'security-key.activated': { label: 'Security key activated', did: 'activated the security key <0/>' },
  'security-key.updated': { label: 'Security key changed', did: 'changed the security key <0/>' },
  'security-key.made-default': { label: 'Default key chosen', did: 'made the default key of its owner: <0/>' },
  'security-key.suspended': { label: 'Security key suspended', did: 'suspended the security key <0/>' },
  'security-key.reactivated': { label: 'Security key activated again', did: 'activated again the security key <0/>' },
  'security-key.blocked': { label: 'Security key blocked', did: 'blocked by wrong PINs the security key <0/>' },
  'security-key.unblocked': { label: 'Security key unblocked', did: 'unblocked the security key <0/>' },
  'security-key.pin-reset': { label: 'PIN reset', did: 'reset the PIN of the security key <0/>' },
  'security-key.verification-changed': {
    label: 'Verification changed',
    did: 'changed how this security key is verified: <0/>',
  },
  'security-key.offline-changed': {
    label: 'Offline use changed',
    did: 'changed the offline use of the security key <0/>',
  },
  'security-key.cancelled': { label: 'Activation cancelled', did: 'cancelled the activation of the security key <0/>' },
  'security-key.revoked': { label: 'Security key taken away', did: 'took away the security key <0/>' },
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
    did: 'gave a PIN for the card <0/>',
    failed: 'gave a wrong PIN for a card',
  },
  'security-key.refused': {
    use: true,
    label: 'Key refused at a reader',
    did: 'used a key at a reader',
    failed: 'could not use a key at a reader',
  },
  'security-key.passkey-deleted': { label: 'Passkey of a card deleted', did: 'deleted a passkey of the card <0/>' },
  'security-key.proof-begun': { label: 'Key confirmed by its address', did: 'confirmed by mail the security key <0/>' },
  'security-key.proved': { label: 'Key confirmed by its owner', did: 'confirmed their own security key <0/>' },
  'security-key.disowned': {
    label: 'Key reported by its owner',
    did: 'said “This was not me” of the security key <0/>',
  },
  'security-keys.act-started': { label: 'Bulk act on keys', did: 'changed many security keys at once' },
  'security-keys.act-undone': { label: 'Bulk act on keys undone', did: 'took back a change of many security keys' },
})

export const securityKeysRefusals = refusals({
  'own-keys-only': { status: 422, says: 'Your workspace does not let you do this with keys. Ask your administrator' },
  'card-unreadable': { status: 422, says: 'This is not the number of a card' },
  'card-taken': { status: 409, says: 'This card is assigned already', constraint: 'security_keys_card' },
  'card-other': { status: 409, says: 'This is not the card that was assigned to you. Tap that one' },
  'kind-taken': { status: 409, says: 'This user has a key of this kind already' },
  'setting-not-of-kind': { status: 422, says: 'Keys of this kind do not have this setting' },
  'pin-unfit': { status: 422, says: 'PIN is not in the right format!' },
  'card-unknown': {
    status: 404,
    says: 'Nobody has this card. Ask your administrator to assign it',
    constraint: 'card_is_there',
  },
  'key-pending': {
    status: 409,
    says: 'This card is not activated yet. Use the link in your mail, or ask your administrator',
  },
  'key-suspended': { status: 409, says: 'This card is suspended. Ask your administrator' },
  'key-blocked': { status: 409, says: 'This card is blocked after wrong PINs. Ask your administrator to unblock it' },
  'key-waiting': {
    status: 409,
    says: 'This card waits until its owner says that it is theirs. Open the link in your mail, or see your own keys',
  },
})
