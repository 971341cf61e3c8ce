import { simulations } from '@claviger/contract/rules/simulations'
import { bind } from '#http/bind.ts'
import { beginReplay, cancelReplay, readReplay } from './replay.ts'
import { checkDrafts, factsOfLine, namesForSimulation, simulate } from './simulations.ts'
import { accessOfUser } from './access-map/access-map.ts'

export default bind(simulations, {
  accessOf: accessOfUser,
  simulate,
  factsOf: factsOfLine,
  check: checkDrafts,
  replay: beginReplay,
  replayed: readReplay,
  cancelReplay,
  named: namesForSimulation,
})
