import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { bind } from '#http/bind.ts'
import {
  assignDevices,
  createGroup,
  listGroups,
  lookAtGroup,
  removeGroups,
  takeDevices,
  updateGroup,
} from './device-groups.ts'

export default bind(deviceGroups, {
  list: listGroups,
  create: createGroup,
  removeMany: removeGroups,
  get: lookAtGroup,
  update: updateGroup,
  assign: assignDevices,
  take: takeDevices,
})
