import { cloudDevices } from '@claviger/contract/directories/cloud-devices'
import { bind, withoutTransaction } from '#http/bind.ts'
import { importDevices, listCloudDevices } from './cloud-devices.ts'

export default bind(cloudDevices, {
  list: listCloudDevices,
  import: withoutTransaction(importDevices),
})
