import { devices } from '@claviger/contract/keys/devices'
import { bind } from '#http/bind.ts'
import { forgetDevices, removeAnyDevices, setOffline } from './devices.ts'
import { allDevices, countDevices, devicesOfUser, listDevices, previewDeviceAct } from './devices.list.ts'

export default bind(devices, {
  list: listDevices,
  all: allDevices,
  counts: countDevices,
  preview: previewDeviceAct,
  removeMany: removeAnyDevices,
  offline: setOffline,
  ofUser: devicesOfUser,
  removeFromUser: forgetDevices,
})
