import { ImportPage } from '../../work/imports/ImportPage.tsx'
import { userImports } from './kind.tsx'

/** Brings users in from a CSV. */
export default function UserImportPage() {
  return <ImportPage of={userImports} />
}
