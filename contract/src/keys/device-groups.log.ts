import { logged } from '../ground/log.ts'

export const deviceGroupsLog = logged({
  'device-group.created': { label: 'Device group created', did: 'created the device group <0/>' },
  'device-group.updated': { label: 'Device group changed', did: 'changed the device group <0/>' },
  'device-group.deleted': { label: 'Device group deleted', did: 'deleted the device group <0/>' },
  'device-group.joined': { label: 'Devices added to group', did: 'added devices to the device group <0/>' },
  'device-group.left': { label: 'Devices taken out of group', did: 'took devices out of the device group <0/>' },
})
