import { push } from '@claviger/contract/keys/push'
import { bind } from '#http/bind.ts'
import { ownPhones, subscribe, unsubscribe } from './push.ts'

export default bind(push, {
  own: ownPhones,
  subscribe,
  unsubscribe,
})
