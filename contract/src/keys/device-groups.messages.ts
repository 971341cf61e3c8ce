import { logged, refusals } from '../platform/text-declarations.ts'

export const deviceGroupsLog = logged({
  'device-group.created': { label: 'Device group created', did: 'created the device group <0/>' },
  'device-group.updated': { label: 'Device group changed', did: 'changed the device group <0/>' },
  'device-group.deleted': { label: 'Device group deleted', did: 'deleted the device group <0/>' },
  'device-group.joined': { label: 'Devices added to group', did: 'added devices to the device group <0/>' },
  'device-group.left': { label: 'Devices removed from group', did: 'removed devices from the device group <0/>' },
})

export const deviceGroupsRefusals = refusals({
  'device-group-taken': { status: 409, says: 'Another device group has this name', constraint: 'device_groups_name' },
  'too-many-device-groups': { status: 409, says: 'The limit of 1,000 device groups is reached' },
})
