import { keyActCalls } from '@claviger/contract/keys/security-keys/key-acts'
import { t } from '../../../../ground/text/text.ts'
import { RunList } from '../../../people/bulk-runs/RunList.tsx'
import { keyRunTitle } from './words.ts'

/** What was done to many keys at once, the newest first. */
export default function KeyRunsPage() {
  return (
    <RunList
      of={keyActCalls.list}
      titleOf={keyRunTitle}
      home="/dashboard/security-keys/runs"
      says={t('What you do to many security keys at once is shown here, with the result for each of them.')}
    />
  )
}
