import { sessions } from '@claviger/contract/access/sessions'
import { bind } from '../../../http/bind.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'

export default bind(sessions, { list: listSessions, end: endSession, endOthers: endOtherSessions })
