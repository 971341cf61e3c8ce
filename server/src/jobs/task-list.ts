import type { ScheduledTask } from '../platform/scheduled-tasks.ts'
import { attendanceTask } from '../features/oversight/attendance/attendance.jobs.ts'
import { checkpointTask, linkTask } from '../features/oversight/log-chain/log-chain.jobs.ts'
import { licenseTask } from '../features/billing/licenses/licenses.jobs.ts'
import { sessionEndTask } from '../features/sso/oidc/oidc.jobs.ts'
import { provisioningTask } from '../features/directories/provisioning/delivery/due-delivery.ts'
import { baselineTask } from '../features/governance/baselines/baselines.jobs.ts'
import { syncTask } from '../features/directories/syncs/syncs.jobs.ts'
import { workflowTask } from '../features/automation/workflows/workflows.jobs.ts'
import { streamTask } from '../features/oversight/log-streams/sending/stream-delivery.ts'
import { sealTask } from '../features/people/addresses/addresses.secrets.ts'
import { countTask } from './count-sums.ts'
import { hideSecretsTask } from './sweep-secrets.ts'
import { sessionReviewTask, policyTimeTask } from './session-reviews.ts'
import { statisticsTask } from './table-statistics.ts'

export const scheduledTasks: readonly ScheduledTask[] = [
  linkTask,
  checkpointTask,
  streamTask,
  attendanceTask,
  sessionEndTask,
  sessionReviewTask,
  policyTimeTask,
  provisioningTask,
  syncTask,
  workflowTask,
  licenseTask,
  baselineTask,
  sealTask,
  hideSecretsTask,
  countTask,
  statisticsTask,
]
