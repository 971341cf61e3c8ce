import { strengths } from '@claviger/contract/decide/strengths'
import { bind } from '#http/bind.ts'
import { createStrength, removeStrengths, updateStrength } from './strengths.save.ts'
import { getStrength, listNames, listStrengths } from './strengths.ts'

export default bind(strengths, {
  list: listStrengths,
  names: listNames,
  create: createStrength,
  get: getStrength,
  update: updateStrength,
  removeMany: removeStrengths,
})
