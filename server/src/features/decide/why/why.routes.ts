import { decisionExplanations } from '@claviger/contract/decide/why'
import { bind } from '#http/bind.ts'
import { explainByReference, explainEntry } from './why.ts'

export default bind(decisionExplanations, { ofLine: explainEntry, byReference: explainByReference })
