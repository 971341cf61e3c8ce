import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { agents } from '@claviger/contract/keys/agents'
import { computers } from '@claviger/contract/keys/computers'
import { asAssertion, type SoftwareKey, type AuthenticatorFault } from './authenticator.ts'
import type { TestApp } from '../app/test-app.ts'

export interface TestAgent {
  id: string
  token: string
}

export async function computersOf({ as, given }: TestApp, who = given.owner) {
  const owner = as((await given.session(who)).accessToken)
  const { value } = await owner.tell(apiKeys.create, { name: 'Agents', type: keyTypes.clients, expiry: 0 })
  const { enrolmentSecret } = await owner.tell(computers.newSecret)
  return async (name: string): Promise<TestAgent> => {
    const { id, agentToken } = await as(value).tell(agents.register, { name, machineId: name, enrolmentSecret })
    return { id, token: agentToken }
  }
}

export async function signInAt({ as }: TestApp, { token }: TestAgent, key: SoftwareKey, spoil?: AuthenticatorFault) {
  const { session, options } = await as(token).tell(agents.challenge)
  return as(token).ask(agents.signIn, { ...asAssertion(key.get(options, spoil)), session })
}
