import { logged } from '../ground/words.ts'

export const devicesLog = logged({
  'device.registered': { label: 'Device registered', did: 'registered the device <0/>' },
  'device.imported': { label: 'Device imported', did: 'imported the device <0/>' },
  'device.removed': { label: 'Device removed', did: 'removed the device <0/>' },
  'device.updated': { label: 'Device changed', did: 'changed the device <0/>' },
  'device.offline-changed': { label: 'Offline uses changed', did: 'changed offline uses on the device <0/>' },
  'device.forgotten': { label: 'Devices forgotten', did: 'forgot devices that were used by <0/>' },
  'device.left': { label: 'Agent removed', did: 'was removed from the device <0/>' },
  'device.used': {
    use: true,
    label: 'Sign-in at a device',
    did: 'signed in at the device <0/>',
    failed: 'could not sign in at a device with <0/>',
  },
  'device.refused': {
    use: true,
    label: 'Device refused',
    did: 'asked as the device <0/>',
    failed: 'was refused as the device <0/>',
  },
  'device.used-offline': {
    use: true,
    label: 'Offline sign-in at a device',
    did: 'signed in without a network at the device <0/>',
    failed: 'signed in without a network, against the rules, at the device <0/>',
  },
})
