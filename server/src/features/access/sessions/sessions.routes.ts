import { sessions } from '@claviger/contract/access/sessions'
import { bind } from '#http/bind.ts'
import { confirmSession } from './confirm.ts'
import { endSessionOfUser, endSessionsOfUser, sessionsOfUser } from './user-sessions.ts'
import { endOtherSessions, endSession, listSessions, openAnother } from './sessions.ts'

export default bind(sessions, {
  list: listSessions,
  another: openAnother,
  verify: confirmSession,
  end: endSession,
  endOthers: endOtherSessions,
  ofUser: sessionsOfUser,
  endOfUser: endSessionOfUser,
  endAllOfUser: endSessionsOfUser,
})
