/** Why something of a directory was not applied, or not all of it. */
export const appliedReasons = {
  clash: 'Somebody here has the same User ID, email or Employee ID. Say who is who in the list of clashes',
  'other-directory': 'This person comes from another directory',
  'no-user-id': 'The directory says no User ID',
  'no-name': 'The directory says no name',
  'invalid-email': 'The email is not valid',
  'too-long': 'A value is too long',
  taken: 'Another user has this User ID, email or Employee ID',
  'of-rank': 'This person has a role here, and this directory may not change or suspend people of rank',
  'above-approver': 'This person stands above the owner who approved the directory',
  'address-of-rank': 'The address of somebody with a role is changed by nobody but them',
  'last-owner': 'The last owner stays',
  'role-not-approved': 'The directory may not give this role',
  'mode-new': 'People who are here already stay as they are',
  'mode-existing': 'Nobody new is added',
  'deleted-here': 'An administrator deleted this person here',
  'not-approved': 'No owner approves any more how far this directory reaches',
  'group-name-taken': 'Another group has this name',
  unknown: 'The directory does not know this person',
  stopped: 'Not reached before the run was stopped',
  failed: 'Not reached: something went wrong on our side',
} as const
export type AppliedReason = keyof typeof appliedReasons
