import { units } from '@claviger/contract/people/units'
import { bind } from '../../../http/bind.ts'
import { listUnitNames } from './units.ts'

export default bind(units, { names: listUnitNames })
