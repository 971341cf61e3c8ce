import { fingerReaders } from '@claviger/contract/keys/finger-readers'
import { bind } from '#http/bind.ts'
import { readTemplates } from '../fingerprints/fingerprints.templates.ts'
import { beginMatch, executeByFinger } from './finger-readers.ts'

export default bind(fingerReaders, {
  templates: readTemplates,
  challenge: beginMatch,
  execute: executeByFinger,
})
