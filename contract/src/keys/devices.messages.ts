import { logged } from '../platform/text-declarations.ts'

export const devicesLog = logged({
  'device.registered': { label: 'Device registered', did: 'registered the device <0/>' },
  'device.imported': { label: 'Device imported', did: 'imported the device <0/>' },
  'device.removed': { label: 'Device removed', did: 'removed the device <0/>' },
  'device.updated': { label: 'Device changed', did: 'changed the device <0/>' },
  'device.offline-changed': { label: 'Offline use changed', did: 'changed offline use on the device <0/>' },
  'device.forgotten': { label: 'Devices removed from user', did: 'removed used devices of <0/>' },
  'device.left': { label: 'Agent removed', did: 'was removed from the device <0/>' },
  'device.used': {
    use: true,
    label: 'Sign-in at a device',
    did: 'signed in at the device <0/>',
    failed: 'failed to sign in at a device with <0/>',
  },
  'device.refused': {
    use: true,
    label: 'Device refused',
    did: 'connected as the device <0/>',
    failed: 'was refused as the device <0/>',
  },
  'device.used-offline': {
    use: true,
    label: 'Offline sign-in at a device',
    did: 'signed in offline at the device <0/>',
    failed: 'signed in offline at the device <0/> in violation of the rules',
  },
})
