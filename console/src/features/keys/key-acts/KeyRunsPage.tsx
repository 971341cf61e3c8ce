import { cardImport } from '@claviger/contract/keys/card-import'
import { Runs } from '#features/work/imports/Runs.tsx'
import { cardImports } from '../card-import/card-import-kind.tsx'
import { keyRuns } from './key-run-labels.ts'

export default function KeyRunsPage() {
  return (
    <Runs
      acts={keyRuns}
      imports={{ list: cardImport.list, kindOf: () => cardImports, home: '/dashboard/security-keys/bulk-import' }}
    />
  )
}
