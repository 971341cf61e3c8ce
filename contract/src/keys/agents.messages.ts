import { logged, refusals } from '../platform/text-declarations.ts'

export const agentsLog = logged({
  'agent.secret-made': { label: 'Agent configuration created', did: 'created a new enrollment secret for agents' },
  'agent.refused': {
    use: true,
    label: 'Device not registered',
    did: 'failed to register the device <0/>',
    failed: 'failed to register the device <0/>',
  },
})

export const agentsRefusals = refusals({
  'agent-refused': {
    status: 401,
    says: 'This device is not registered or was removed. Register it again',
    constraint: 'device_uses_device',
  },
  'enrolment-refused': {
    status: 401,
    says: 'The enrollment secret is not valid. Download the configuration again and use the new file',
  },
  'device-registered': {
    status: 409,
    says: 'This device is already registered. Remove it in the console first',
    constraint: 'devices_machine',
  },
})
