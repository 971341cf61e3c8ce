import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { bind } from '#http/bind.ts'
import { fillPassword, offerPasswords } from './stored-passwords.sites.ts'
import {
  createOwnPassword,
  createPassword,
  listOwnPasswords,
  listPasswords,
  removeOwnPassword,
  removePassword,
  revealPassword,
  updateOwnPassword,
  updatePassword,
} from './stored-passwords.ts'

export default bind(storedPasswords, {
  list: listPasswords,
  create: createPassword,
  update: updatePassword,
  remove: removePassword,
  ownList: listOwnPasswords,
  ownCreate: createOwnPassword,
  ownUpdate: updateOwnPassword,
  ownRemove: removeOwnPassword,
  offered: offerPasswords,
  fill: fillPassword,
  reveal: revealPassword,
})
