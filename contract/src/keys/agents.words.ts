import { logged, refusals } from '../ground/words.ts'

export const agentsLog = logged({
  'agent.secret-made': { label: 'Agent configuration made', did: 'made a new enrollment secret for agents' },
  'agent.refused': {
    use: true,
    label: 'Device not registered',
    did: 'could not register the device <0/>',
    failed: 'could not register the device <0/>',
  },
})

export const agentsRefusals = refusals({
  'agent-refused': {
    status: 401,
    says: 'This device is not registered here, or not any more. Register it again',
    constraint: 'device_uses_device',
  },
  'enrolment-refused': {
    status: 401,
    says: 'The enrollment secret is not valid. Download the configuration again and use that file',
  },
  'device-registered': {
    status: 409,
    says: 'This device is registered already. Remove it in the console first',
    constraint: 'devices_machine',
  },
})
