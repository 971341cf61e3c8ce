import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { bind } from '#http/bind.ts'
import {
  assignDevices,
  createDeviceGroup,
  listDeviceGroups,
  readDeviceGroup,
  removeGroups,
  removeGroupDevices,
  updateDeviceGroup,
} from './device-groups.ts'

export default bind(deviceGroups, {
  list: listDeviceGroups,
  create: createDeviceGroup,
  removeMany: removeGroups,
  get: readDeviceGroup,
  update: updateDeviceGroup,
  assign: assignDevices,
  take: removeGroupDevices,
})
