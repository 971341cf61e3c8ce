import { bulkImports } from '@claviger/contract/governance/bulk-imports'
import { bind } from '#http/bind.ts'
import { importKeys, importWorkspaces } from './bulk-imports.ts'

export default bind(bulkImports, { workspaces: importWorkspaces, keys: importKeys })
