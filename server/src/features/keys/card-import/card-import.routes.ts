import { cardImport } from '@claviger/contract/keys/card-import'
import { bind } from '#http/bind.ts'
import { calls, mapCards, notifyUsers, uploadCards } from './card-import.ts'
import { findFormat } from './card-format.ts'

export default bind(cardImport, {
  ...calls,
  upload: uploadCards,
  uploadTags: uploadCards,
  notify: notifyUsers,
  map: mapCards,
  findFormat,
  rows: (ctx, { result, ...ask }) => calls.rows(ctx, { ...ask, outcome: result }),
})
