import { supportAccess } from '@claviger/contract/access/support-access'
import { bind } from '#http/bind.ts'
import {
  accessesTo,
  answerAccess,
  confirmEmergency,
  endAccessTo,
  endOwnAccess,
  leaveSupport,
  openSupport,
  ownAccesses,
  requestAccess,
} from './support-access.ts'

export default bind(supportAccess, {
  ofWorkspace: accessesTo,
  request: requestAccess,
  confirm: confirmEmergency,
  open: openSupport,
  end: endAccessTo,
  own: ownAccesses,
  answer: answerAccess,
  endOwn: endOwnAccess,
  leave: leaveSupport,
})
