import { ImportPage } from '#features/work/imports/ImportPage.tsx'
import { userDeletions } from './kind.tsx'

export default function DeleteByCsvPage() {
  return <ImportPage of={userDeletions} />
}
