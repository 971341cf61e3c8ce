import { readerSettings } from '@claviger/contract/keys/security-keys/reader-settings'
import { bind } from '../../../http/bind.ts'
import { changeReading, getReading } from './reader-settings.ts'
import { tryReader } from './try-out.ts'

export default bind(readerSettings, {
  get: getReading,
  change: changeReading,
  tryOut: tryReader,
})
