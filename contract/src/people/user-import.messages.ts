import { logged } from '../platform/text-declarations.ts'

export const userImportLog = logged({
  'users.import-started': { label: 'Import started', did: 'started the import of <0/>' },
  'users.import-undone': { label: 'Import undone', did: 'undid the import of <0/>' },
  'users.imported': { label: 'Users imported', did: 'imported <0/>' },
})
