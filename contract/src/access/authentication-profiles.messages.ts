import { logged, refusals } from '../platform/text-declarations.ts'

export const authenticationProfilesLog = logged({
  'authentication-profile.created': {
    label: 'Authentication profile created',
    did: 'created the authentication profile <0/>',
  },
  'authentication-profile.updated': {
    label: 'Authentication profile changed',
    did: 'changed the authentication profile <0/>',
  },
  'authentication-profile.deleted': {
    label: 'Authentication profile deleted',
    did: 'deleted the authentication profile <0/>',
  },
  'break-glass.made': { label: 'Break-glass code created', did: 'created a new break-glass code' },
  'break-glass.used': {
    label: 'Break-glass code used',
    did: 'used the break-glass code to regain access',
    failed: 'entered a wrong break-glass code',
  },
})

export const authenticationProfilesRefusals = refusals({
  'way-not-offered': {
    status: 403,
    says: "Your workspace doesn't allow this sign-in method. Choose another one",
    constraint: 'way_not_offered',
  },
  'no-owner-left': {
    status: 409,
    says: 'After this change, no owner could sign in anymore. Keep a sign-in method that an owner has',
  },
  'profile-name-taken': {
    status: 409,
    says: 'Another authentication profile already has this name',
    constraint: 'authentication_profiles_name',
  },
  'profile-everybody': {
    status: 409,
    says: 'Another profile already applies to all users. Choose the groups for this one',
    constraint: 'authentication_profiles_everybody',
  },
  'profile-incomplete': { status: 422, says: 'This profile is incomplete' },
  'too-many-profiles': { status: 409, says: 'A workspace can have at most 50 authentication profiles' },
  'break-glass-refused': { status: 401, says: 'This code is wrong or was already used' },
})
