import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { bind } from '#http/bind.ts'
import {
  assignDevices,
  createDeviceGroup,
  listDeviceGroups,
  lookAtGroup,
  removeGroups,
  takeDevices,
  updateDeviceGroup,
} from './device-groups.ts'

export default bind(deviceGroups, {
  list: listDeviceGroups,
  create: createDeviceGroup,
  removeMany: removeGroups,
  get: lookAtGroup,
  update: updateDeviceGroup,
  assign: assignDevices,
  take: takeDevices,
})
