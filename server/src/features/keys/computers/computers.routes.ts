import { computers } from '@claviger/contract/keys/computers'
import { bind } from '#http/bind.ts'
import { removeComputers } from '../devices/devices.ts'
import { listComputers, readComputer, removeAccount, setAccount, updateComputer } from './computers.ts'
import { agentConfiguration, newEnrolmentSecret } from './computers.configuration.ts'

export default bind(computers, {
  config: agentConfiguration,
  newSecret: newEnrolmentSecret,
  list: listComputers,
  get: readComputer,
  update: updateComputer,
  removeMany: removeComputers,
  setAccount,
  removeAccount,
})
