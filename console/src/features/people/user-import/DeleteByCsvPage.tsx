import { ImportPage } from '../../work/imports/ImportPage.tsx'
import { userDeletions } from './kind.tsx'

/** Deletes the users that a CSV names. */
export default function DeleteByCsvPage() {
  return <ImportPage of={userDeletions} />
}
