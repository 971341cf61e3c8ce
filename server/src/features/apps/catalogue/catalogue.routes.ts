import { catalogue } from '@claviger/contract/apps/catalogue'
import { bind } from '#http/bind.ts'
import { changePreset, guideOf, listPresets, makeFromPreset, removePresets } from './catalogue.ts'

export default bind(catalogue, {
  presets: listPresets,
  make: makeFromPreset,
  change: changePreset,
  remove: removePresets,
  guide: guideOf,
})
