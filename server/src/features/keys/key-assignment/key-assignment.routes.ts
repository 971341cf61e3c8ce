import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { bind } from '#http/bind.ts'
import { makeDefaultKey, sendKeyLink } from './activation.ts'
import { addKeyForUser, assignKeys, offeredKinds } from './key-assignment.ts'
import { assignMany, previewAssignments } from './assign-many.ts'

export default bind(keyAssignment, {
  kinds: offeredKinds,
  assign: assignKeys,
  assignMany,
  previewMany: previewAssignments,
  add: addKeyForUser,
  makeDefault: makeDefaultKey,
  sendLink: sendKeyLink,
})
