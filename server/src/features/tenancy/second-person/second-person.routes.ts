import { secondPerson } from '@claviger/contract/tenancy/second-person'
import { bind } from '#http/bind.ts'
import { listWaiting, withdrawRequest } from './second-person.ts'

export default bind(secondPerson, { list: listWaiting, withdraw: withdrawRequest })
