import { cloudDevices } from '@claviger/contract/directories/cloud-devices'
import { bind, withoutTransaction } from '#http/bind.ts'
import { importDevices, listDevices } from './cloud-devices.ts'

export default bind(cloudDevices, {
  list: listDevices,
  import: withoutTransaction(importDevices),
})
