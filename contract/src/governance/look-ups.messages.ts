import { logged, refusals } from '../platform/text-declarations.ts'

export const lookUpsLog = logged({
  'look-up.user': { label: 'User looked up by support', did: 'looked up the user <0/> for support' },
  'look-up.key': { label: 'Security key looked up by support', did: 'looked up the security key <0/> for support' },
  'look-up.workspace': { label: 'Workspace looked at by support', did: 'looked at the workspace <0/> for support' },
})

export const lookUpsRefusals = refusals({
  'look-up-needs-term': { status: 422, says: 'Enter an exact email, user ID, or card ID' },
})
