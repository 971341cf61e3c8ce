import { ImportPage } from '#features/work/imports/ImportPage.tsx'
import { cardImports } from './card-import-kind.tsx'

export default function CardImportPage() {
  return <ImportPage of={cardImports} />
}
