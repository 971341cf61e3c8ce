import { units } from '@claviger/contract/people/units'
import { bind } from '#http/bind.ts'
import {
  addUnitAdministrator,
  changeUnitAdministrator,
  listUnitAdministrators,
  removeUnitAdministrators,
} from './unit-administrators.ts'
import { addUnitMembers, leaveUnits, listUnitsOf, removeUnitMembers, setListedUnitsOf } from './units.members.ts'
import { changeUnit, createUnit, removeUnits } from './units.change.ts'
import { listUnitMembers } from '../users/member-queries.ts'
import { getUnit, listUnits } from './units.list.ts'
import { listUnitNames } from './units.ts'

export default bind(units, {
  list: listUnits,
  create: createUnit,
  removeMany: removeUnits,
  names: listUnitNames,
  get: getUnit,
  update: changeUnit,
  members: listUnitMembers,
  addMembers: addUnitMembers,
  removeMembers: removeUnitMembers,
  ofUser: listUnitsOf,
  setOfUser: setListedUnitsOf,
  removeOfUser: leaveUnits,
  administrators: listUnitAdministrators,
  addAdministrator: addUnitAdministrator,
  changeAdministrator: changeUnitAdministrator,
  removeAdministrators: removeUnitAdministrators,
})
