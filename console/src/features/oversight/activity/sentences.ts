import type { Activity, ActivityAction } from '@claviger/contract/oversight/activity'
import { inSentence } from '../../../ground/text/formats.ts'
import { t } from '../../../ground/text/text.ts'

interface Sentence {
  /** In the column of actions and in the filter. */
  label: string
  /** After the person's name; <0/> is the name of what was acted on. */
  did: string
  /** After the person's name when it failed. */
  failed?: string
  /** Instead of `did`, where it was done to a user. */
  toUser?: string
}

/** One sentence for each action of the log. */
export const sentences: Record<ActivityAction, Sentence> = {
  'sign-in.passkey': { label: 'Sign-in', did: 'signed in with a passkey', failed: 'could not sign in with a passkey' },
  'sign-in.code': { label: 'Sign-in by code', did: 'signed in with a code by email', failed: 'entered a wrong code' },
  'sign-in.password': {
    label: 'Sign-in by password',
    did: 'signed in with a password',
    failed: 'entered a wrong password',
  },
  'sign-in.link': {
    label: 'Sign-in by link',
    did: 'signed in with a link by email',
    failed: 'used a link that no longer works',
  },
  'sign-in.demo': {
    label: 'Demo sign-in',
    did: 'entered the demo workspace',
    failed: 'could not enter the demo workspace',
  },
  'sign-in.card': {
    label: 'Sign-in with card and PIN',
    did: 'signed in with the card <0/> and its PIN',
    failed: 'could not sign in with the card <0/>',
  },
  'sign-in.phone': {
    label: 'Sign-in approved on a phone',
    did: 'signed in by approval on the phone <0/>',
    failed: 'could not sign in by approval on a phone',
  },
  'approval.given': {
    label: 'Sign-in approved',
    did: 'approved a sign-in on the phone <0/>',
    failed: 'could not approve a sign-in',
  },
  'approval.refused': { label: 'Sign-in refused', did: 'refused a sign-in that somebody asked for' },
  'phone.told': { label: 'Phone is told of sign-ins', did: 'let sign-ins be told to the phone <0/>' },
  'phone.not-told': { label: 'Phone is no longer told', did: 'no longer lets sign-ins be told to the phone <0/>' },
  'sign-out': { label: 'Sign-out', did: 'signed out' },
  'session.ended': { label: 'Session ended', did: 'ended a session', toUser: 'signed out <0/>' },
  'session.replayed': {
    label: 'Session reused',
    did: 'lost a session whose key was used twice',
    failed: 'lost a session whose key was used twice',
  },
  'passkey.added': { label: 'Passkey added', did: 'added the passkey <0/>', failed: 'could not add a passkey' },
  'passkey.renamed': { label: 'Passkey renamed', did: 'renamed the passkey <0/>' },
  'passkey.deleted': { label: 'Passkey deleted', did: 'deleted the passkey <0/>' },
  'passkey.disowned': { label: 'Passkey reported by its owner', did: 'said “This was not me” of the passkey <0/>' },
  'passkey.verified': {
    label: 'Identity confirmed',
    did: 'confirmed with a passkey',
    failed: 'could not confirm with a passkey',
  },
  'passkey.refused': {
    label: 'Passkey not added',
    did: 'could not add a passkey',
    failed: 'could not add a passkey of a model that is not allowed',
  },
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
  'security-key.registered': { label: 'Card registered at a site', did: 'registered at a site with the card <0/>' },
  'security-key.signed-in': { label: 'Card used to sign in', did: 'signed in to a site with the card <0/>' },
  'security-key.pin-refused': {
    label: 'Wrong PIN',
    did: 'gave a PIN for the card <0/>',
    failed: 'gave a wrong PIN for a card',
  },
  'security-key.passkey-deleted': { label: 'Passkey of a card deleted', did: 'deleted a passkey of the card <0/>' },
  'security-key.proof-begun': {
    label: 'Key confirmed by its address',
    did: 'confirmed by mail the security key <0/>',
  },
  'security-key.proved': { label: 'Key confirmed by its owner', did: 'confirmed the own security key <0/>' },
  'security-key.disowned': {
    label: 'Key reported by its owner',
    did: 'said “This was not me” of the security key <0/>',
  },
  'reader-app.registered': { label: 'Reader program registered', did: 'registered the reader program <0/>' },
  'reader-app.revoked': { label: 'Reader program revoked', did: 'revoked the reader program <0/>' },
  'reader-settings.changed': { label: 'Card readers changed', did: 'changed how card readers are read' },
  'device.registered': { label: 'Device registered', did: 'registered the device <0/>' },
  'device.removed': { label: 'Device removed', did: 'removed the device <0/>' },
  'device.updated': { label: 'Device changed', did: 'changed the device <0/>' },
  'device.offline-changed': { label: 'Offline uses changed', did: 'changed offline uses on the device <0/>' },
  'device.forgotten': { label: 'Devices forgotten', did: 'forgot devices that were used by <0/>' },
  'device.left': { label: 'Agent removed', did: 'was removed from the device <0/>' },
  'device.used': {
    label: 'Sign-in at a device',
    did: 'signed in at the device <0/>',
    failed: 'could not sign in at a device with <0/>',
  },
  'device.used-offline': {
    label: 'Offline sign-in at a device',
    did: 'signed in without a network at the device <0/>',
    failed: 'signed in without a network, against the rules, at the device <0/>',
  },
  'computer.account-set': { label: 'Fixed account set', did: 'set the fixed account of the computer <0/>' },
  'computer.account-removed': { label: 'Fixed account removed', did: 'removed the fixed account of the computer <0/>' },
  'agent.secret-made': { label: 'Agent configuration made', did: 'made a new enrolment secret for agents' },
  'agent.refused': {
    label: 'Device not registered',
    did: 'could not register the device <0/>',
    failed: 'could not register the device <0/>',
  },
  'device-group.created': { label: 'Device group created', did: 'created the device group <0/>' },
  'device-group.updated': { label: 'Device group changed', did: 'changed the device group <0/>' },
  'device-group.deleted': { label: 'Device group deleted', did: 'deleted the device group <0/>' },
  'device-group.joined': { label: 'Devices added to group', did: 'added devices to the device group <0/>' },
  'device-group.left': { label: 'Devices taken out of group', did: 'took devices out of the device group <0/>' },
  'security-keys.act-started': { label: 'Bulk act on keys', did: 'changed many security keys at once' },
  'security-keys.act-undone': { label: 'Bulk act on keys undone', did: 'took back a change of many security keys' },
  'token-policy.created': { label: 'Key policy created', did: 'created the key policy <0/>' },
  'token-policy.made-default': { label: 'Default key policy chosen', did: 'made the default key policy: <0/>' },
  'token-policy.given': { label: 'Key policy given', did: 'gave a key policy to users: <0/>' },
  'fingerprint.begun': { label: 'Fingerprint enrolment begun', did: 'began the fingerprint enrolment for <0/>' },
  'fingerprint.added': {
    label: 'Fingerprint added',
    did: 'added the fingerprint <0/>',
    failed: 'could not add a fingerprint',
  },
  'fingerprint.renamed': { label: 'Fingerprint renamed', did: 'renamed the fingerprint <0/>' },
  'fingerprint.deleted': { label: 'Fingerprint deleted', did: 'deleted the fingerprint <0/>' },
  'key-models.rules-changed': { label: 'Rules for key models changed', did: 'changed which key models may be added' },
  'key-models.catalogue-loaded': { label: 'Catalogue of key models loaded', did: 'loaded a catalogue of key models' },
  'user.created': { label: 'User created', did: 'created the user <0/>' },
  'user.updated': { label: 'User changed', did: 'changed the user <0/>' },
  'user.deleted': { label: 'User deleted', did: 'deleted the user <0/>' },
  'user.purged': { label: 'User gone for good', did: 'removed the user <0/> from the bin for good' },
  'user.restored': { label: 'User restored', did: 'restored the user <0/>' },
  'user.invited': { label: 'Activation email sent', did: 'sent the activation email to <0/>' },
  'user.activated': { label: 'Account activated', did: 'activated the own account' },
  'user.suspended': { label: 'User suspended', did: 'suspended <0/>' },
  'user.deactivated': { label: 'User deactivated', did: 'deactivated <0/>' },
  'user.reactivated': { label: 'User activated', did: 'activated <0/>' },
  'user.address-asked': { label: 'New email asked', did: 'asked for another email of <0/>' },
  'user.address-changed': { label: 'Email changed', did: 'changed the email of <0/>' },
  'user.address-stopped': { label: 'New email stopped', did: 'stopped another email of <0/>' },
  'user.joined': { label: 'Membership added', did: 'added to a group or unit: <0/>' },
  'user.left': { label: 'Membership ended', did: 'took out of a group or unit: <0/>' },
  'work.stopped': { label: 'Long work stopped', did: 'stopped work on many' },
  'users.act-started': { label: 'Bulk act', did: 'changed many users at once' },
  'users.act-undone': { label: 'Bulk act undone', did: 'took back a change of many users' },
  'account.shared': { label: 'Account shared', did: 'shared the account of <0/>' },
  'account.unshared': { label: 'Sharing ended', did: 'stopped sharing the account of <0/>' },
  'account.default-chosen': { label: 'Default account chosen', did: 'chose the account that cards of <0/> open' },
  'cards.import-started': { label: 'Import of cards started', did: 'started the import of the cards of <0/>' },
  'cards.import-undone': { label: 'Import of cards taken back', did: 'took back the import of the cards of <0/>' },
  'cards.imported': { label: 'Cards imported', did: 'imported the cards of <0/>' },
  'cards.notified': { label: 'Users told of their cards', did: 'told the users of <0/> of their cards' },
  'users.import-started': { label: 'Import started', did: 'started the import of <0/>' },
  'users.import-undone': { label: 'Import taken back', did: 'took back the import of <0/>' },
  'users.imported': { label: 'Users imported', did: 'imported <0/>' },
  'users.exported': { label: 'Users exported', did: 'exported the list of users' },
  'activity.trimmed': { label: 'Old activity removed', did: 'removed what the activity log no longer keeps' },
  'activity.exported': { label: 'Activity exported', did: 'exported the activity log' },
  'view.saved': { label: 'View saved', did: 'saved the view <0/>' },
  'view.changed': { label: 'View changed', did: 'changed the view <0/>' },
  'view.removed': { label: 'View removed', did: 'removed the view <0/>' },
  'group.created': { label: 'Group created', did: 'created the group <0/>' },
  'group.updated': { label: 'Group changed', did: 'changed the group <0/>' },
  'group.deleted': { label: 'Group deleted', did: 'deleted the group <0/>' },
  'group.joined': { label: 'Users added to group', did: 'added users to the group <0/>' },
  'group.left': { label: 'Users removed from group', did: 'removed users from the group <0/>' },
  'group.suspended': { label: 'Group suspended', did: 'suspended the users of the group <0/>' },
  'group.activated': { label: 'Group activated', did: 'activated the users of the group <0/>' },
  'unit.created': { label: 'Unit created', did: 'created the organization unit <0/>' },
  'unit.updated': { label: 'Unit changed', did: 'changed the organization unit <0/>' },
  'unit.deleted': { label: 'Unit deleted', did: 'deleted the organization unit <0/>' },
  'unit.joined': { label: 'Users added to unit', did: 'added users to the organization unit <0/>' },
  'unit.left': { label: 'Users removed from unit', did: 'removed users from the organization unit <0/>' },
  'account.updated': { label: 'Own details changed', did: 'changed the own details' },
  'account.contact-changed': {
    label: 'Own contact changed',
    did: 'changed the own contact',
    failed: 'could not change the own contact',
  },
  'account.password-changed': {
    label: 'Own password changed',
    did: 'changed the own password',
    failed: 'could not change the own password',
  },
  'account.codes-changed': { label: 'Own sign-in by code changed', did: 'changed the own sign-in by code' },
  'account.deleted': { label: 'Account deleted', did: 'deleted the own account' },
  'workspace.created': { label: 'Workspace created', did: 'created the workspace <0/>' },
  'workspace.updated': { label: 'Workspace changed', did: 'changed the workspace <0/>' },
  'workspace.key-rotated': { label: 'Key of the workspace changed', did: 'gave the workspace a new key' },
  'workspace.deleted': { label: 'Workspace deleted', did: 'deleted the workspace <0/> for good' },
  'workspace.deletion-begun': { label: 'Deletion begun', did: 'began to delete the workspace <0/>' },
  'workspace.deletion-cancelled': { label: 'Deletion stopped', did: 'kept the workspace <0/>' },
  'trust-domain.added': { label: 'Trust domain added', did: 'added the trust domain <0/>' },
  'trust-domain.checked': { label: 'Trust domain checked', did: 'had the trust domain checked: <0/>' },
  'trust-domain.decided': { label: 'Trust domain decided', did: 'decided on the trust domain <0/>' },
  'trust-domain.removed': { label: 'Trust domain removed', did: 'removed the trust domain <0/>' },
  'administrator.created': { label: 'Administrator named', did: 'named as administrator <0/>' },
  'administrator.updated': { label: 'Administrator changed', did: 'changed the role of <0/>' },
  'administrator.removed': { label: 'Administrator removed', did: 'took the role from <0/>' },
  'owner-change.asked': { label: 'Owner change asked', did: 'offered the workspace to <0/>' },
  'owner-change.accepted': { label: 'Owner changed', did: 'became the owner of the workspace' },
  'owner-change.declined': { label: 'Owner change declined', did: 'declined to become the owner' },
  'owner-change.withdrawn': { label: 'Owner change withdrawn', did: 'withdrew the offer to <0/>' },
  'owner-change.decided': { label: 'Owner changed by a super admin', did: 'gave the workspace to <0/>' },
  'api-key.created': { label: 'API key created', did: 'created the API key <0/>' },
  'api-key.deleted': { label: 'API key deleted', did: 'deleted the API key <0/>' },
  'api-key.granted': { label: 'Sensitive acts granted', did: 'said which sensitive acts the API key <0/> may do' },
  'api-key.orphaned': { label: 'API key lost rights', did: 'found that the API key <0/> lost rights' },
  'api-key.taken-over': { label: 'API key taken over', did: 'took over the API key <0/>' },
  'api-key.refused': { label: 'API key refused', did: 'used the API key', failed: 'was refused' },
  'log-stream.created': { label: 'Log stream added', did: 'began to send the log to <0/>' },
  'log-stream.updated': { label: 'Log stream changed', did: 'changed the log stream <0/>' },
  'log-stream.tested': { label: 'Log stream tested', did: 'sent a test line to <0/>' },
  'log-stream.deleted': { label: 'Log stream removed', did: 'removed the log stream <0/>' },
  'stored-password.created': { label: 'Password stored', did: 'stored a password of <0/>' },
  'stored-password.updated': { label: 'Stored password changed', did: 'changed a stored password of <0/>' },
  'stored-password.deleted': { label: 'Stored password deleted', did: 'deleted a stored password of <0/>' },
  'stored-password.revealed': { label: 'Stored password read', did: 'read an own stored password' },
  'self-service.enrolled': {
    label: 'Card enrolled at a card page',
    did: 'enrolled the card <0/> at a card page',
    failed: 'did not get on at a card page, where somebody used the name of <0/>',
  },
  'self-service.recovered': {
    label: 'PIN set at a card page',
    did: 'set the PIN of the card <0/> anew at a card page',
    failed: 'did not get on at a card page, where somebody used the name of <0/>',
  },
  'self-service-page.created': { label: 'Card page built', did: 'built the card page <0/>' },
  'self-service-page.updated': { label: 'Card page changed', did: 'changed the card page <0/>' },
  'self-service-page.restored': {
    label: 'Card page restored',
    did: 'restored an earlier version of the card page <0/>',
  },
  'self-service-page.turned': { label: 'Card page switched', did: 'switched the card page <0/> on or off' },
  'self-service-page.tried': { label: 'Card page tried', did: 'asked the own system of the card page <0/>' },
  'self-service-page.secret-made': { label: 'Card page secret', did: 'made a new secret for the card page <0/>' },
  'self-service-page.deleted': { label: 'Card page deleted', did: 'deleted the card page <0/>' },
  'recovery.requested': { label: 'Recovery requested', did: 'asked for a recovery link' },
  'tokens.issued': { label: 'Session issued', did: 'issued a session from the command line for <0/>' },
}

const known = (action: string): Sentence | undefined => (sentences as Record<string, Sentence>)[action]

/** The action in a few words; one that this console does not know yet keeps its name on the wire. */
export const labelOf = (action: string): string => t(known(action)?.label ?? action)

/** What follows the person's name, with <0/> where `named` stands in it. */
export function sentenceOf(entry: Activity): { did: string; named: string | null } {
  const sentence = known(entry.action)
  if (sentence === undefined) return { did: `${entry.action} <0/>`, named: entry.objectName }
  if (entry.status === 1) {
    const said = entry.objectType === 'user' ? (sentence.toUser ?? sentence.did) : sentence.did
    return { did: t(said), named: entry.objectName }
  }
  const did =
    sentence.failed === undefined
      ? t('was refused: {what}', { what: inSentence(t(sentence.label)) })
      : t(sentence.failed)
  return { did, named: null }
}
