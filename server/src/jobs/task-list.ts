import type { ScheduledTask } from '../platform/scheduled-tasks.ts'
import { attendanceBeat } from '../features/oversight/attendance/attendance.jobs.ts'
import { checkpointBeat, linkBeat } from '../features/oversight/log-chain/log-chain.jobs.ts'
import { licenseBeat } from '../features/billing/licenses/licenses.jobs.ts'
import { endingBeat } from '../features/sso/oidc/oidc.jobs.ts'
import { provisioningBeat } from '../features/directories/provisioning/delivery/due-delivery.ts'
import { baselineBeat } from '../features/governance/baselines/baselines.jobs.ts'
import { syncBeat } from '../features/directories/syncs/syncs.jobs.ts'
import { workflowBeat } from '../features/automation/workflows/workflows.jobs.ts'
import { streamBeat } from '../features/oversight/log-streams/sending/stream-delivery.ts'
import { sealBeat } from '../features/people/addresses/addresses.secrets.ts'
import { countBeat } from './count-sums.ts'
import { hideBeat } from './sweep-secrets.ts'
import { reviewBeat, turnBeat } from './session-reviews.ts'

export const scheduledTasks: readonly ScheduledTask[] = [
  linkBeat,
  checkpointBeat,
  streamBeat,
  attendanceBeat,
  endingBeat,
  reviewBeat,
  turnBeat,
  provisioningBeat,
  syncBeat,
  workflowBeat,
  licenseBeat,
  baselineBeat,
  sealBeat,
  hideBeat,
  countBeat,
]
