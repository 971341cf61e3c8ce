import { approvals } from '@claviger/contract/access/approvals'
import { bind, withoutTransaction } from '#http/bind.ts'
import { approvalState, beginApproval, cancelApproval, finishApproval } from './approvals.ts'
import { answerApproval, readApproval, ownApprovals, refuseApproval } from './phone-approvals.ts'

export default bind(approvals, {
  begin: beginApproval,
  state: approvalState,
  finish: finishApproval,
  cancel: cancelApproval,
  mine: ownApprovals,
  look: readApproval,
  answer: withoutTransaction(answerApproval),
  refuse: refuseApproval,
})
