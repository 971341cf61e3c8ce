import { t } from '../../../ground/text/text.ts'
import { ImportSteps } from './ImportSteps.tsx'

/** Brings users in from a CSV. */
export default function ImportPage() {
  return <ImportSteps kind="users" title={t('Import from CSV')} />
}
