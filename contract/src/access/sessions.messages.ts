import { logged } from '../platform/text-declarations.ts'

export const sessionsLog = logged({
  'session.ended': { use: true, label: 'Session ended', did: 'ended a session' },
  'session.replayed': {
    use: true,
    label: 'Session token reused',
    did: 'lost a session because its token was used twice',
    failed: 'lost a session because its token was used twice',
  },
  'user.signed-out': { label: 'User signed out', did: 'signed <0/> out' },
})
