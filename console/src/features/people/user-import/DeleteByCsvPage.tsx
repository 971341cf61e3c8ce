import { t } from '../../../ground/text/text.ts'
import { ImportSteps } from './ImportSteps.tsx'

/** Deletes the users that a CSV names. */
export default function DeleteByCsvPage() {
  return <ImportSteps kind="delete" title={t('Delete by CSV')} />
}
