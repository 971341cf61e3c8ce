import { logged, refusals } from '../platform/text-declarations.ts'

export const delegationsLog = logged({
  'delegation.allowed': { label: 'Tool allowed to act for a user', did: 'allowed a tool to register keys for <0/>' },
  'delegation.denied': { label: 'Tool denied', did: "denied a tool's request to act for users" },
  'delegation.used': {
    label: 'Tool acted for a user',
    did: 'registered a key for <0/> with a tool',
    failed: 'tried to register a key for <0/> with a tool but no longer has permission',
  },
})

export const delegationsRefusals = refusals({
  'delegation-over': { status: 410, says: 'This request has ended. Start again in the tool' },
  'delegation-refused': { status: 401, says: "This tool's permission has expired or was never granted" },
})
