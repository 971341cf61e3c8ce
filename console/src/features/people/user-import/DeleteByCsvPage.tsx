import { ImportPage } from '#features/work/imports/ImportPage.tsx'
import { userDeletions } from './user-import-kind.tsx'

export default function DeleteByCsvPage() {
  return <ImportPage of={userDeletions} />
}
