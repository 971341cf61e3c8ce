import { keyActivation } from '@claviger/contract/keys/key-activation'
import { bind } from '#http/bind.ts'
import { addHardware, registerHardware } from './device.ts'
import { openKeyLink, pinRules, setCard, tapCard } from './key-activation.ts'

export default bind(keyActivation, {
  open: openKeyLink,
  tap: tapCard,
  pinConfig: pinRules,
  setCard,
  addHardware,
  registerHardware,
})
