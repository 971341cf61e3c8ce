import { ImportPage } from '#features/work/imports/ImportPage.tsx'
import { userImports } from './user-import-kind.tsx'

export default function UserImportPage() {
  return <ImportPage of={userImports} />
}
