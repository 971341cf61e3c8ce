import { userImport } from '@claviger/contract/people/user-import'
import { bind } from '#http/bind.ts'
import { calls, importPlaces, mapImport, uploadDeletions, uploadUsers } from './user-import.ts'

export default bind(userImport, {
  ...calls,
  upload: uploadUsers,
  removeByCsv: uploadDeletions,
  map: mapImport,
  places: importPlaces,
})
