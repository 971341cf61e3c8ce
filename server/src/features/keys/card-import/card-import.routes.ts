import { cardImport } from '@claviger/contract/keys/card-import'
import { bind } from '../../../http/bind.ts'
import { discardCards, getCardImport, listCardImports, listCardRows, mapCards, startCards } from './card-import.ts'
import { notifyUsers } from './notify/notify.ts'
import { cardResultFile } from './result.ts'
import { previewCardUndo, undoCards } from './undo/undo.ts'
import { uploadCards } from './upload.ts'

export default bind(cardImport, {
  upload: uploadCards,
  uploadTags: uploadCards,
  notify: notifyUsers,
  list: listCardImports,
  get: getCardImport,
  map: mapCards,
  rows: listCardRows,
  start: startCards,
  result: cardResultFile,
  undoPreview: previewCardUndo,
  undo: undoCards,
  discard: discardCards,
})
