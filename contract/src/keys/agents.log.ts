import { logged } from '../ground/log.ts'

export const agentsLog = logged({
  'agent.secret-made': { label: 'Agent configuration made', did: 'made a new enrollment secret for agents' },
  'agent.refused': {
    use: true,
    label: 'Device not registered',
    did: 'could not register the device <0/>',
    failed: 'could not register the device <0/>',
  },
})
