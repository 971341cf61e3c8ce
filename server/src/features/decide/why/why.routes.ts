import { why } from '@claviger/contract/decide/why'
import { bind } from '#http/bind.ts'
import { whyByReference, whyOfLine } from './why.ts'

export default bind(why, { ofLine: whyOfLine, byReference: whyByReference })
