import { logged, refusals } from '../ground/words.ts'

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
  'break-glass.made': { label: 'Break-glass code made', did: 'made a new break-glass code' },
  'break-glass.used': {
    label: 'Break-glass code used',
    did: 'used the break-glass code to get back in',
    failed: 'tried a break-glass code that is not right',
  },
})

export const authenticationProfilesRefusals = refusals({
  'way-not-offered': {
    status: 403,
    says: 'Your workspace does not let you sign in this way. Choose another one',
    constraint: 'way_not_offered',
  },
  'no-owner-left': {
    status: 409,
    says: 'With this no owner could sign in any more. Leave a way in that an owner has',
  },
  'profile-name-taken': {
    status: 409,
    says: 'Another authentication profile has this name',
    constraint: 'authentication_profiles_name',
  },
  'profile-everybody': {
    status: 409,
    says: 'There is a profile for everybody already. Name the groups that this one is for',
    constraint: 'authentication_profiles_everybody',
  },
  'profile-incomplete': { status: 422, says: 'Something is missing in this profile' },
  'too-many-profiles': { status: 409, says: 'A workspace has at most 50 authentication profiles' },
  'break-glass-refused': { status: 401, says: 'The code is not right, or it has been used already' },
})
