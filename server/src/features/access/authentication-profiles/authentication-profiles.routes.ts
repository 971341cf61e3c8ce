import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { bind } from '#http/bind.ts'
import { getProfile, listProfiles } from './authentication-profiles.ts'
import { createProfile, removeProfile, removeProfiles, changeProfile } from './authentication-profiles.save.ts'
import { renewCode, useCode } from './break-glass.ts'
import { previewProfile } from './profile-preview.ts'

export default bind(authenticationProfiles, {
  list: listProfiles,
  create: createProfile,
  put: changeProfile,
  removeMany: removeProfiles,
  preview: previewProfile,
  renewBreakGlass: renewCode,
  breakGlass: useCode,
  get: getProfile,
  postOne: changeProfile,
  update: changeProfile,
  remove: removeProfile,
})
