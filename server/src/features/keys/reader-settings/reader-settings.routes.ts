import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { bind } from '#http/bind.ts'
import { changeReading, getReading } from './reader-settings.ts'
import { tryReader } from '../security-keys/reader-try-out.ts'

export default bind(readerSettings, {
  get: getReading,
  change: changeReading,
  tryOut: tryReader,
})
