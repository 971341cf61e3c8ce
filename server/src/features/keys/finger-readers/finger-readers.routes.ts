import { fingerReaders } from '@claviger/contract/keys/finger-readers'
import { bind } from '#http/bind.ts'
import { handOutTemplates } from '../fingerprints/fingerprints.templates.ts'
import { beginMatch, executeByFinger } from './finger-readers.ts'

export default bind(fingerReaders, {
  templates: handOutTemplates,
  challenge: beginMatch,
  execute: executeByFinger,
})
