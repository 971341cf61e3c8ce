import { keyModels } from '@claviger/contract/keys/key-models'
import { bind } from '#http/bind.ts'
import { loadCatalogue, readCatalogue } from './model-catalogue.ts'
import { changeRules, listModels } from './key-models.ts'

export default bind(keyModels, {
  list: listModels,
  changeRules,
  catalogue: readCatalogue,
  load: loadCatalogue,
})
