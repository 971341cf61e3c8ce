import { groups } from '@claviger/contract/people/groups'
import { bind } from '../../../http/bind.ts'
import { listGroupIds } from './groups.ts'

export default bind(groups, { ids: listGroupIds })
