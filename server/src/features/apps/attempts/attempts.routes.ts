import { attempts } from '@claviger/contract/apps/attempts'
import { bind } from '#http/bind.ts'
import { listAttempts, listOfStrangers } from './attempt-queries.ts'

export default bind(attempts, { ofApplication: listAttempts, ofStrangers: listOfStrangers })
