import { messages } from './messages.ts'

interface ProblemKind {
  status: number
  says: string
  /** The database constraint whose violation means this. */
  constraint?: string
}

const catalogue = {
  // Any call
  'invalid-input': { status: 422, says: 'Some fields need your attention' },
  'broken-body': { status: 400, says: 'The request body is not valid JSON' },
  'too-large': { status: 413, says: 'The request is too large' },
  'wrong-media-type': { status: 415, says: 'Send the body as JSON' },
  'not-signed-in': { status: 401, says: 'Sign in to go on' },
  'session-ended': { status: 401, says: 'Your session has ended. Sign in again' },
  'not-permitted': { status: 403, says: 'Your role does not allow this' },
  'acts-for-all': {
    status: 403,
    says: 'This lets people in by other rules. Ask somebody who may do all that administrators may',
  },
  'above-you': { status: 403, says: 'This person stands above you. Ask somebody with a higher role to do this' },
  'personal-workspace': { status: 403, says: messages['personal-workspace'] },
  'workspace-disabled': { status: 403, says: 'This workspace is disabled. Ask its owner' },
  'not-found': { status: 404, says: 'Not found' },
  'too-many': { status: 429, says: 'Too many attempts. Wait a moment, then try again' },
  unexpected: { status: 500, says: messages['generic.unexpected'] },
  'api-key-refused': { status: 401, says: 'This API key is not valid' },
  'api-key-expired': { status: 401, says: 'This API key has expired' },
  'api-key-address': { status: 403, says: 'This API key may not be used from this address' },
  'api-key-orphaned': {
    status: 401,
    says: 'Whoever answers for this API key has lost the rights it needs. An owner can take the key over',
  },
  'not-ready': { status: 503, says: 'The service has a lot to do at the moment. Try again shortly' },
  // Sign-in and passkeys
  'challenge-refused': { status: 401, says: 'This attempt has expired or was already used. Start again' },
  'passkey-refused': { status: 401, says: messages['webauthn.failed'], constraint: 'device_uses_key' },
  'passkey-malformed': { status: 400, says: 'The security key sent an answer that cannot be read' },
  'passkey-taken': { status: 409, says: 'This passkey is already registered', constraint: 'credentials_credential_id' },
  'code-refused': { status: 401, says: messages['invalid.code'] },
  'code-spent': { status: 401, says: 'This code has expired or was tried too often. Ask for a new one' },
  'code-too-soon': { status: 429, says: 'A code was sent a moment ago. Wait before asking for another' },
  'card-refused': {
    status: 401,
    says: 'The card or the PIN is not right, or this card cannot be used here. After wrong PINs, wait before you try again',
  },
  'passkey-only': {
    status: 403,
    says: 'This account signs in with its passkey. Without it, ask for a recovery link',
  },
  'approval-open': { status: 429, says: 'A request is open already. Answer it on the phone, or wait until it ends' },
  'approval-too-soon': { status: 429, says: 'Wait before you ask again' },
  'approval-over': { status: 410, says: 'This request has ended. Start again at the computer' },
  'approval-number': { status: 409, says: 'That was not the number. The request has ended and nobody was signed in' },
  'approval-other': { status: 403, says: 'This request is for another account' },
  'approval-key': {
    status: 403,
    says: 'This key does not approve sign-ins. Use the phone that you activated, or another way in',
  },
  'push-refused': { status: 422, says: 'This browser cannot be told: its push service is not one that we can reach' },
  'no-phone': { status: 409, says: 'None of your security keys is a phone that can approve sign-ins' },
  'refresh-refused': { status: 401, says: 'Your session has ended. Sign in again' },
  'verify-first': { status: 401, says: 'Confirm with your passkey first' },
  'last-way-in': { status: 409, says: 'This is your last way to sign in. Add another passkey first' },
  'link-spent': { status: 401, says: 'This link has expired or was already used. Ask for a new one' },
  'password-refused': { status: 401, says: 'The password is not right' },
  // Registration
  'business-email': { status: 422, says: messages['invalid.business-email'] },
  'robot-check': { status: 422, says: messages['robot-check'] },
  'agreement-needed': { status: 422, says: messages['required.agreement'] },
  'ask-owner': {
    status: 409,
    says: 'Addresses at this domain belong to an organization that is here already. Ask the owner of its workspace to add you',
  },
  'wrong-step': { status: 409, says: 'Finish the earlier step first' },
  'invalid-phone': { status: 422, says: messages['invalid.phone'] },
  'image-too-large': { status: 422, says: messages['image.too-large'] },
  'image-type': { status: 422, says: messages['image.type'] },
  'workspace-url-taken': {
    status: 409,
    says: 'That workspace address is already in use',
    constraint: 'workspaces_slug',
  },
  // Workspace settings
  'domain-listed': { status: 409, says: 'This domain is already in your list', constraint: 'trust_domains_domain' },
  'domain-taken': {
    status: 409,
    says: 'Another workspace has verified this domain',
    constraint: 'trust_domains_verified',
  },
  'domain-refused': { status: 422, says: 'This domain cannot be claimed' },
  'domain-unproven': { status: 409, says: 'This domain is not verified yet' },
  'domain-decided': { status: 409, says: 'A super administrator decided on this domain. Ask there' },
  'name-differs': { status: 422, says: 'This is not the name of the workspace' },
  'workspace-kept': { status: 409, says: 'This workspace cannot be deleted' },
  // People
  'email-taken': { status: 409, says: 'Another user has this email', constraint: 'users_email' },
  'address-of-rank': {
    status: 403,
    says: 'The email of an administrator is changed only by that person, in the own account, with the own passkey',
  },
  'user-id-taken': { status: 409, says: 'Another user has this User ID', constraint: 'users_user_id' },
  'employee-id-taken': { status: 409, says: 'Another user has this Employee ID', constraint: 'users_employee_id' },
  'imported-read-only': { status: 409, says: messages['imported.read-only'] },
  'group-name-taken': { status: 409, says: 'Another group has this name', constraint: 'groups_name' },
  'unit-name-taken': {
    status: 409,
    says: 'Another organization unit has this name',
    constraint: 'organization_units_name',
  },
  'everyone-group': { status: 409, says: 'This group holds all users. It cannot be changed' },
  'rule-decides': { status: 409, says: 'The rule of this group decides who belongs to it' },
  'no-email': { status: 422, says: 'This user has no email address' },
  'own-account': { status: 409, says: 'You cannot do this to your own account here' },
  'last-owner': { status: 409, says: 'A workspace needs an owner. Name another owner first' },
  'not-here': { status: 409, says: 'This is not possible in this workspace' },
  'change-refused': { status: 409, says: 'This change is not possible in the current status' },
  'undo-refused': { status: 409, says: 'This can no longer be undone' },
  'changed-meanwhile': { status: 409, says: 'Somebody else changed this meanwhile' },
  'file-format': { status: 422, says: messages['file.format'] },
  'view-name-taken': { status: 409, says: 'You have a view of that name', constraint: 'saved_views_name' },
  'pin-reset-required': { status: 409, says: messages['pin-policy.reset-required'] },
  'members-not-by-hand': {
    status: 409,
    says: 'The account of an administrator is opened only by groups whose members somebody chose by hand',
  },
  'beyond-own': { status: 403, says: 'You cannot give more than you may do yourself' },
  'own-role': { status: 409, says: 'You cannot change your own role. Ask another administrator' },
  'already-administrator': {
    status: 409,
    says: 'This user is an administrator already',
    constraint: 'administrators_pkey',
  },
  'offer-over': { status: 409, says: 'This offer was withdrawn, answered, or has ended' },
  // Security keys
  'own-keys-only': { status: 422, says: 'Your workspace does not let you do this with keys. Ask your administrator' },
  'card-unreadable': { status: 422, says: 'This is not the number of a card' },
  'card-taken': { status: 409, says: 'This card is assigned already', constraint: 'security_keys_card' },
  'card-other': { status: 409, says: 'This is not the card that was assigned to you. Tap that one' },
  'fingerprint-taken': {
    status: 409,
    says: messages['fingerprint.duplicate'],
    constraint: 'security_keys_fingerprint',
  },
  'fingerprint-missing': { status: 409, says: messages['required.fingerprint'] },
  'fingerprint-over': { status: 409, says: messages['fingerprint.restart'] },
  'kind-taken': { status: 409, says: 'This user has a key of this kind already' },
  'setting-not-of-kind': { status: 422, says: 'Keys of this kind do not have this setting' },
  'pin-unfit': { status: 422, says: 'PIN is not in the right format!' },
  'policy-name-taken': { status: 409, says: 'Another policy has this name', constraint: 'token_policies_name' },
  'too-many-policies': { status: 409, says: 'There are 100 policies already' },
  'reader-refused': {
    status: 401,
    says: 'This program is not registered here, or not any more. Register it with a Clients key',
    constraint: 'tap_sessions_app',
  },
  'agent-refused': {
    status: 401,
    says: 'This device is not registered here, or not any more. Register it again',
    constraint: 'device_uses_device',
  },
  'enrolment-refused': {
    status: 401,
    says: 'The enrolment secret is not valid. Download the configuration again and use that file',
  },
  'device-registered': {
    status: 409,
    says: 'This device is registered already. Remove it in the console first',
    constraint: 'devices_machine',
  },
  'device-group-taken': { status: 409, says: 'Another device group has this name', constraint: 'device_groups_name' },
  'too-many-device-groups': { status: 409, says: 'There are 1000 device groups already' },
  'card-unknown': {
    status: 404,
    says: 'Nobody has this card. Ask your administrator to assign it',
    constraint: 'card_is_there',
  },
  'key-pending': {
    status: 409,
    says: 'This card is not activated yet. Use the link in your mail, or ask your administrator',
  },
  'account-not-shared': { status: 403, says: 'This card does not open that account' },
  'key-suspended': { status: 409, says: 'This card is suspended. Ask your administrator' },
  'key-blocked': { status: 409, says: 'This card is blocked after wrong PINs. Ask your administrator to unblock it' },
  'key-waiting': {
    status: 409,
    says: 'This card waits until its owner says that it is theirs. Open the link in your mail, or see your own keys',
  },
  // Card self-service
  'page-unknown': { status: 404, says: 'There is no page at this address. Check the link, or ask your administrator' },
  'page-address-taken': {
    status: 409,
    says: 'Another page of this installation has this address. Choose another one',
    constraint: 'self_service_pages_address',
  },
  'pages-full': { status: 409, says: 'There are 50 pages already. Delete one first' },
  'page-off': { status: 403, says: 'This page is switched off at the moment. Ask your administrator' },
  'service-off': { status: 409, says: 'This page does not offer that. Ask your administrator' },
  'visit-over': { status: 401, says: 'Your visit ended after 15 minutes. Start again' },
  'nobody-found': { status: 404, says: 'We could not find you. Check what you entered, or ask your administrator' },
  'not-verified': { status: 403, says: 'We could not confirm that this is you. Ask your administrator' },
  // Not 401, which begins a visit anew
  'visit-code-refused': { status: 422, says: messages['invalid.code'] },
  'visit-code-spent': { status: 409, says: 'This code has expired or was tried too often. Ask for a new one' },
  'visit-code-too-soon': { status: 409, says: 'A code was sent a moment ago. Wait before asking for another' },
  'visit-limit': {
    status: 403,
    says: 'Too many attempts for this person. Try again in an hour, or ask your administrator',
  },
  'card-yours': { status: 409, says: 'This card is yours already, and ready to use' },
  'card-pinless': { status: 409, says: 'This card is used without a PIN' },
  'proof-needed': { status: 403, says: 'There were many attempts. Your browser has to do some work first' },
  'model-denied': { status: 422, says: 'Your workspace does not allow this model of key. Use another one' },
  'attestation-demanded': {
    status: 422,
    says: 'Your workspace takes only keys whose maker vouches for them. Use another key',
  },
  'catalogue-refused': { status: 422, says: 'This catalogue is not signed by somebody whom this installation trusts' },
  'log-streams-full': { status: 409, says: 'There are 5 log streams already. Remove one first' },
  'secret-needed': {
    status: 422,
    says: 'A secret that is kept for one address is not sent to another. Enter it again together with the new address',
  },
  'limits-exceeded': { status: 402, says: messages['limits.exceeded'] },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof catalogue
export const problems: Record<ProblemCode, ProblemKind> = catalogue
