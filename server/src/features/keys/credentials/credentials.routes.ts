import { credentials } from '@claviger/contract/keys/credentials'
import { bind } from '#http/bind.ts'
import { addOwn, beginOwn, listOwn, removeOwn, renameOwn, reportOwn } from './credentials.own.ts'

export default bind(credentials, {
  challenge: beginOwn,
  add: addOwn,
  rename: renameOwn,
  remove: removeOwn,
  report: reportOwn,
  list: listOwn,
})
