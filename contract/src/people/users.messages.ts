import { logged, refusals } from '../platform/text-declarations.ts'

export const usersLog = logged({
  'user.created': { label: 'User created', did: 'created the user <0/>' },
  'user.updated': { label: 'User changed', did: 'changed the user <0/>' },
  'user.deleted': { label: 'User deleted', did: 'deleted the user <0/>' },
  'user.purged': { label: 'User permanently deleted', did: 'permanently deleted the user <0/>' },
  'user.restored': { label: 'User restored', did: 'restored the user <0/>' },
  'user.invited': { label: 'Activation email sent', did: 'sent the activation email to <0/>' },
  'user.recovery-sent': { label: 'Recovery email sent', did: 'sent a recovery email to <0/>' },
  'user.activated': { label: 'Account activated', did: 'activated their own account' },
  'user.link-refused': {
    use: true,
    label: 'Invalid link used',
    did: 'used a link that is no longer valid',
    failed: 'used a link that is no longer valid',
  },
  'user.suspended': { label: 'User suspended', did: 'suspended <0/>' },
  'user.deactivated': { label: 'User deactivated', did: 'deactivated <0/>' },
  'user.reactivated': { label: 'User activated', did: 'activated <0/>' },
  'user.joined': { label: 'Membership added', did: 'added a user to a group or unit: <0/>' },
  'user.left': { label: 'Membership removed', did: 'removed a user from a group or unit: <0/>' },
  'users.exported': { label: 'Users exported', did: 'exported the list of users' },
})

export const usersRefusals = refusals({
  'email-taken': { status: 409, says: 'Another user has this email', constraint: 'users_email' },
  'address-of-rank': {
    status: 403,
    says: 'Only the administrator can change their own email address, in their own account and with their own passkey',
  },
  'user-id-taken': { status: 409, says: 'Another user has this User ID', constraint: 'users_user_id' },
  'employee-id-taken': { status: 409, says: 'Another user has this Employee ID', constraint: 'users_employee_id' },
  'identifier-taken': {
    status: 409,
    says: 'Another user has, or had, this identifier',
    constraint: 'identifier_values_pkey',
  },
  'identifier-guarded': {
    status: 403,
    says: 'Applications identify users by this attribute. Only administrators who manage applications can change it',
  },
  'identifier-unguarded': {
    status: 409,
    says: "Applications identify users by this attribute, so an identity provider can't fill it",
  },
  'identifiers-shared': { status: 409, says: "This attribute is not unique, so it can't identify users" },
  'no-email': { status: 422, says: 'This user has no email address' },
  'own-account': { status: 409, says: "You can't do this to your own account here" },
})
