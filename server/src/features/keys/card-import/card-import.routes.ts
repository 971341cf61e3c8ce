import { cardImport } from '@claviger/contract/keys/card-import'
import { bind } from '#http/bind.ts'
import { calls, importPlaces, mapCards, notifyUsers, showPins, uploadCards } from './card-import.ts'
import { findFormat } from './card-format.ts'

export default bind(cardImport, {
  ...calls,
  upload: uploadCards,
  uploadTags: uploadCards,
  notify: notifyUsers,
  map: mapCards,
  findFormat,
  places: importPlaces,
  pins: showPins,
  rows: (ctx, { result, ...ask }) => calls.rows(ctx, { ...ask, outcome: result }),
})
