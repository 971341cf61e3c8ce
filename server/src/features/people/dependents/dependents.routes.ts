import { dependents } from '@claviger/contract/people/dependents'
import { bind } from '#http/bind.ts'
import { listDependents } from './dependents.ts'

export default bind(dependents, { list: listDependents })
