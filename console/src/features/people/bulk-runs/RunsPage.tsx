import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { t } from '../../../ground/text/text.ts'
import { RunList } from './RunList.tsx'
import { titleOf } from './words.ts'

/** What was done to many users at once, the newest first. */
export default function RunsPage() {
  return (
    <RunList
      of={bulkRuns.list}
      titleOf={titleOf}
      home="/dashboard/users/runs"
      says={t('What you do to many users at once is shown here, with the result for each of them.')}
    />
  )
}
