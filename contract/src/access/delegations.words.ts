import { logged, refusals } from '../ground/words.ts'

export const delegationsLog = logged({
  'delegation.allowed': { label: 'Tool allowed to act for a user', did: 'allowed a tool to register keys for <0/>' },
  'delegation.denied': { label: 'Tool denied', did: 'denied a tool that asked to act for users' },
  'delegation.used': {
    label: 'Tool acted for a user',
    did: 'let a tool register a key for <0/>',
    failed: 'let a tool act for <0/>, and may not any more',
  },
})

export const delegationsRefusals = refusals({
  'delegation-over': { status: 410, says: 'This request has ended. Start again in the tool' },
  'delegation-refused': { status: 401, says: 'What this tool was allowed has ended, or was never allowed' },
})
