import { securityKeys } from '@claviger/contract/keys/security-keys'
import { bind } from '#http/bind.ts'
import {
  activatedCard,
  connectedUsers,
  getKey,
  keysOfOne,
  listKeys,
  passkeysOfKey,
  passkeysOfUser,
} from './security-keys.queries.ts'
import { passportInfo } from './passport/passport.ts'
import { usesOfKey } from './passport/key-uses.ts'
import { countKeys, countUnusedKeys } from './security-keys.list.ts'
import { updateKey } from './security-keys.update.ts'

export default bind(securityKeys, {
  list: listKeys,
  counts: countKeys,
  unused: countUnusedKeys,
  ofUser: keysOfOne,
  ofUserInfo: (ctx, input) => keysOfOne(ctx, { id: input.userId }),
  ofUserInfoEarlier: (ctx, input) => keysOfOne(ctx, { id: input.userId }),
  activatedCard,
  credentials: passkeysOfKey,
  connectedUsers,
  get: getKey,
  info: passportInfo,
  uses: usesOfKey,
  update: updateKey,
  ofPerson: passkeysOfUser,
})
