import { logged } from '../ground/words.ts'

export const sessionsLog = logged({
  'session.ended': { use: true, label: 'Session ended', did: 'ended a session' },
  'session.replayed': {
    use: true,
    label: 'Session reused',
    did: 'lost a session whose key was used twice',
    failed: 'lost a session whose key was used twice',
  },
  'user.signed-out': { label: 'User signed out', did: 'signed out <0/>' },
})
