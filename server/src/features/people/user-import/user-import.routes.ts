import { userImport } from '@claviger/contract/people/user-import'
import { bind } from '../../../http/bind.ts'
import { resultFile } from './result.ts'
import { uploadDeletions, uploadUsers } from './upload.ts'
import { previewUndo, undoImport } from './undo/undo.ts'
import { discardImport, getImport, listImports, listRows, mapImport, startImport } from './user-import.ts'

export default bind(userImport, {
  upload: uploadUsers,
  removeByCsv: uploadDeletions,
  list: listImports,
  get: getImport,
  map: mapImport,
  rows: listRows,
  start: startImport,
  result: resultFile,
  undoPreview: previewUndo,
  undo: undoImport,
  discard: discardImport,
})
