import { ImportPage } from '../../work/imports/ImportPage.tsx'
import { cardImports } from './kind.tsx'

/** Cards and their users on their way in. */
export default function CardImportPage() {
  return <ImportPage of={cardImports} />
}
